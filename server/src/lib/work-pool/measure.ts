/**
 * Whether plain data is within a limit, counting characters of texts and bytes of buffers; every other value counts as one. Stops at the
 * limit, and does not recurse, so that neither size nor depth of hostile data costs more than the limit.
 */
export function isWithin(value: unknown, max: number): boolean {
  const open: unknown[] = [value]
  let size = 0
  while (open.length > 0) {
    const next = open.pop()
    size += sizeOf(next)
    if (size + open.length > max) return false
    for (const child of childrenOf(next)) open.push(child)
  }
  return true
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength
  return 1
}

function childrenOf(value: unknown): Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return []
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return []
  if (Array.isArray(value) || value instanceof Set) return value
  return value instanceof Map ? [...value.keys(), ...value.values()] : Object.values(value)
}
