/** The first minute of a developer: a key is made, its first call is copied from the page, and the message is in the sandbox. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { newOwner, PASSWORD } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { connectEmail } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const run = promisify(execFile)
const words = wordsIn('en')
const KEY = 'Checkout service'

test('the call that the page of keys offers sends a message as it is pasted', async () => {
  const owner = await newOwner(product)
  await connectEmail(owner)
  const desk = await open({ person: owner, refusals: [400] })
  await desk.goto(`/applications/${owner.slug}/settings/keys-and-integration`)
  await desk
    .getByRole('button', { name: words('keys:list.new'), exact: true })
    .first()
    .click()
  const form = desk.getByRole('dialog', { name: words('keys:create.title') })
  await form.getByLabel(words('keys:create.name')).fill(KEY)
  await form.getByRole('checkbox', { name: new RegExp(words('keys:scopes.messages-send')) }).check()
  await form.getByRole('button', { name: words('keys:create.action') }).click()
  const question = desk.getByRole('dialog', { name: words('common:identity.title') })
  await question.getByLabel(words('common:identity.password'), { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: words('common:identity.confirm') }).click()
  const shown = desk.getByRole('dialog', { name: words('keys:secret.title', { name: KEY }) })
  const code = await shown.getByLabel(words('keys:secret.firstCall')).innerText()
  expect(code).toMatch(/^curl /)

  const { stdout } = await run('sh', ['-c', code])
  expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { status: expect.any(String) } })
  const mail = await sandboxAt(product.sandboxUrl).mailTo(owner.email, ({ subject }) => subject === 'Hello')
  expect(mail.text).toContain('My first message.')
})
