import { hash, verify } from '@node-rs/argon2'

/** Cost of one argon2id verification: memory in KiB, passes, threads. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** OWASP's password storage cheat sheet (19 MiB, 2 passes): about 20 ms of one core, on a thread of its own. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether the password is right. Takes as long without an account or a password (null). */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

/** The same password typed on another system may have other code points (NIST SP 800-63B, 5.1.1.2). */
const normalized = (password: string): string => password.normalize('NFKC')

/** Hashes passwords at this cost, and verifies them at the cost in their hashes. */
export function createPasswords(cost = COST): Passwords {
  // One hash for all unknown accounts, so that trying one takes as long as trying a real one.
  let nobodysHash: Promise<string> | undefined
  const hashed = (password: string) => hash(normalized(password), cost)
  return {
    hash: hashed,
    async verify(passwordHash, password) {
      nobodysHash ??= hashed('nobody')
      const isRight = await verify(passwordHash ?? (await nobodysHash), normalized(password))
      return isRight && passwordHash !== null
    },
  }
}
