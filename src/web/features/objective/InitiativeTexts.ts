export const title = "Initiatives"
export const none = "No initiatives yet."
export const ungrouped = "Without a group"
export const changed = (who: string, when: string) => `Last changed by ${who}, ${when}`
export const addUngrouped = "Add initiative without a group"
export const drag = "Drag to another place"
export const up = "Move up"
export const down = "Move down"
export const toGroup = (name: string) => `Move to “${name}”`
export const outOfGroup = "Move out of its group"
export const place = (group: string, place: number) => `${group}, place ${place}`
export const doneOf = (done: number, all: number) => `${done} of ${all} done`
