/** Costs in exact decimals: prices have at most six decimals, and sums are whole millionths. */

const PLACES = 6

/** The cost of so many messages, in millionths. `price`: a decimal as entered, such as 0.0075. */
export function costOf(price: string, count: number): bigint {
  const [whole = '', part = ''] = price.split('.')
  return BigInt(whole + part.padEnd(PLACES, '0')) * BigInt(count)
}

/** Millionths as a decimal without trailing zeros. */
export function decimal(millionths: bigint): string {
  const digits = String(millionths).padStart(PLACES + 1, '0')
  const whole = digits.slice(0, -PLACES)
  let part = digits.slice(-PLACES)
  while (part.endsWith('0')) part = part.slice(0, -1)
  return part === '' ? whole : `${whole}.${part}`
}

export function sumOf(costs: readonly bigint[]): bigint {
  return costs.reduce((sum, each) => sum + each, 0n)
}
