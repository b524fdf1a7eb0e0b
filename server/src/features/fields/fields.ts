/** Front door of merge fields: what names them, and the columns that rules read them from. */
export { requestFieldSlots } from './slots.ts'
export { usesOfAll } from './uses.ts'
