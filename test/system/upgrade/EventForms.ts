import { Schema } from "effect"

const Form = Schema.Struct({ properties: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)) })
const Submission = Schema.Struct({
  properties: Schema.Struct({
    eventType: Schema.Struct({ enum: Schema.Tuple([Schema.String]) }),
    data: Schema.Struct({ ...Form.fields, anyOf: Schema.optionalKey(Schema.Array(Form)) })
  })
})

const isSubmission = Schema.is(Submission)

const documentOf = Schema.decodeUnknownSync(
  Schema.Struct({ components: Schema.Struct({ schemas: Schema.Record(Schema.String, Schema.Unknown) }) })
)

const membersOf = ({ properties = {} }: typeof Form.Type): string => Object.keys(properties).sort().join(" ")

/** The forms of each event type's data in an OpenAPI document of this service, each as the names of its members. */
export const eventForms = (document: unknown): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    Object.values(documentOf(document).components.schemas)
      .filter(isSubmission)
      .map(({ properties: { eventType, data } }) => [eventType.enum[0], (data.anyOf ?? [data]).map(membersOf).sort()])
  )

/** What a server of a release takes. */
export const servedBy = async (url: string) => eventForms(await (await fetch(`${url}/api/openapi.json`)).json())
