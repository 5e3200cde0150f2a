import { Predicate, type Schema } from "effect"

type Json = Schema.Json
type JsonObject = Schema.JsonObject

const isArray = (value: Json): value is Schema.JsonArray => Array.isArray(value)
export const isJsonObject = (value: Json | undefined): value is JsonObject => Predicate.isObject(value)

/** An object with each member replaced; the object itself where all stay the same. */
export const mapMembers = (object: JsonObject, replace: (value: Json, key: string) => Json): JsonObject => {
  const entries = Object.entries(object).map(([key, value]) => [key, replace(value, key)] as const)
  return entries.every(([key, value]) => value === object[key]) ? object : Object.fromEntries(entries)
}

/** A list with each element replaced; the list itself where all stay the same. */
export const mapElements = (list: Schema.JsonArray, replace: (value: Json) => Json): Schema.JsonArray => {
  const elements = list.map(replace)
  return elements.every((element, index) => element === list[index]) ? list : elements
}

/** JSON in which `change` was applied to each object, those inside it first; the same JSON where nothing changes. */
export const mapObjects = (value: Json, change: (object: JsonObject) => JsonObject): Json => {
  if (value === null || typeof value !== "object") return value
  if (isArray(value)) return mapElements(value, (each) => mapObjects(each, change))
  return change(mapMembers(value, (each) => mapObjects(each, change)))
}

/** JSON in which `change` was applied to each string, the keys of objects too; the same JSON where nothing changes. */
export const mapStrings = (value: Json, change: (text: string, isKey: boolean) => string): Json => {
  if (typeof value === "string") return change(value, false)
  if (value === null || typeof value !== "object") return value
  if (isArray(value)) return mapElements(value, (each) => mapStrings(each, change))
  const mapped = mapMembers(value, (each) => mapStrings(each, change))
  const entries = Object.entries(mapped).map(([key, each]) => [change(key, true), each] as const)
  return Object.keys(mapped).every((key, index) => key === entries[index]?.[0]) ? mapped : Object.fromEntries(entries)
}

/** Every string in JSON, without the keys. */
export const stringsIn = (value: Json): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(stringsIn)
}

/** Every string under a key, however deep. */
export const stringsUnder = (value: Json, key: string): ReadonlyArray<string> =>
  value === null || typeof value !== "object"
    ? []
    : Object.entries(value).flatMap(([name, each]) =>
        name === key && !isArray(value) ? stringsIn(each) : stringsUnder(each, key)
      )
