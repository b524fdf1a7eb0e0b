import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('hashes cost what OWASP asks for, and let their password in alone', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('correct horse 7!')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(stored, 'correct horse 7!')).toBe(true)
  expect(await passwords.verify(stored, 'correct horse 7?')).toBe(false)
})

test('a hash of another cost counts, and nobody has the password of those who have none', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  expect(await createPasswords().verify(await passwords.hash('ﬁne'), 'fine')).toBe(true)
  expect(await passwords.verify(null, 'nobody')).toBe(false)
})
