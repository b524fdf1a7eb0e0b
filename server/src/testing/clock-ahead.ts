/**
 * Loaded into a product before anything of its own (`node --import`): its clock is CLOCK_AHEAD_MS ahead of the machine's.
 * That is how a journey lives through a deadline without waiting for it.
 */
import process from 'node:process'

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'])
const RealDate = Date
const now = (): number => RealDate.now() + aheadMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: unknown[], asked) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, asked) as Date,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
})
