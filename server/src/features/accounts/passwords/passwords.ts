import { hash, verify } from '@node-rs/argon2'

/**
 * argon2id with the parameters of OWASP's password storage cheat sheet (19 MiB, 2 passes): about 20 ms of one core, on a
 * thread of its own.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes once for all accounts that do not exist, so that trying one takes as long as trying a real one. */
let nobodysHash: Promise<string> | undefined

/** The same letters typed on another system may be other code points (NIST SP 800-63B, 5.1.1.2). */
const normalized = (password: string): string => password.normalize('NFKC')

export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), COST)
}

/** Whether the password is right. Takes the same time without an account or without a password of its own (null). */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody')
  const isRight = await verify(passwordHash ?? (await nobodysHash), normalized(password))
  return isRight && passwordHash !== null
}
