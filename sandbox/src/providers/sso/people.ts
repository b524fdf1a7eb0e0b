import { hash } from 'node:crypto'
import { z } from 'zod'

// People who can sign in at the emulated providers. An address that is typed again is the same person.

/** What a provider says about an address: verified, unverified, or nothing. */
const ASSERTIONS = ['verified', 'unverified', 'silent'] as const
export type Assertion = (typeof ASSERTIONS)[number]

export interface SsoPerson {
  name: string
  email: string
  assertion: Assertion
}

/** One for each assertion, and a second verified one. */
export const SAMPLE_PEOPLE: readonly SsoPerson[] = [
  { name: 'Asha Raman', email: 'asha.raman@palmyra.example', assertion: 'verified' },
  { name: 'Diego Ortega', email: 'diego.ortega@palmyra.example', assertion: 'verified' },
  { name: 'Nadia Petrova', email: 'nadia.petrova@palmyra.example', assertion: 'unverified' },
  { name: 'Tom Baker', email: 'tom.baker@palmyra.example', assertion: 'silent' },
]

/** A person as the authorize page submits them. */
export const personSchema = z.object({
  name: z.string().trim().min(1, 'A name is needed').max(100),
  email: z
    .string()
    .trim()
    .max(254)
    .regex(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, 'This is no email address'),
  assertion: z.enum(ASSERTIONS),
})

/** A number for this address at this provider, the same after every start. */
export function personNumber({ email }: SsoPerson, provider: string): number {
  return digestOf(email, provider).readUIntBE(0, 4)
}

/** The same as letters. */
export function personCode({ email }: SsoPerson, provider: string): string {
  return digestOf(email, provider).subarray(0, 20).toString('base64url')
}

/** The same in the shape of a GUID. */
export function personGuid({ email }: SsoPerson, provider: string): string {
  const hex = digestOf(email, provider).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

function digestOf(email: string, provider: string): Buffer {
  return hash('sha256', `${provider}\n${email.toLowerCase()}`, 'buffer')
}
