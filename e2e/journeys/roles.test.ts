import { listRoles } from '@notifly/contracts/roles/roles'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings } from '../browser/axe.ts'
import { open, product } from '../browser/journey.ts'
import { newMember, newOwner, type Owner } from '../product/people.ts'
import { saveTemplate } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const ROLE = 'Template reader'

let owner: Owner
beforeAll(async () => {
  owner = await newOwner(product)
  await saveTemplate(owner, { name: 'Welcome', subject: 'Hello', html: '<p>Hello</p>' })
})

test('an owner makes a role that only reads templates; whoever has it sees these and nothing else', async () => {
  const page = await open({ person: owner })
  await page.goto(`/applications/${owner.slug}/settings/role`)
  await page.getByRole('link', { name: words('roles:list.new') }).click()
  await page.getByLabel(words('roles:form.name'), { exact: true }).fill(ROLE)
  const right = (column: string) =>
    page.getByRole('checkbox', {
      name: `${words(`roles:matrix.columns.${column}`)}: ${words('rights:activities.101')}`,
      exact: true,
    })
  // By keyboard: Update brings Read and Create along, and goes again with Create.
  await right('read').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  for (const column of ['read', 'create', 'update']) expect(await right(column).isChecked()).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  for (const column of ['create', 'update']) expect(await right(column).isChecked()).toBe(false)
  expect(await right('read').isChecked()).toBe(true)
  await page.getByRole('button', { name: words('roles:form.save') }).click()
  await page.getByRole('link', { name: ROLE }).waitFor()

  const [role] = await owner.api(listRoles, { token: owner.token, query: { search: ROLE } })
  const reader = await newMember(product, owner, { uuid: role?.uuid ?? '' }, 'Meera Nair')
  await readerSees(reader)
})

async function readerSees(reader: { name: string; email: string }): Promise<void> {
  const page = await open({ person: reader })
  await page.goto(`/applications/${owner.slug}/template`)
  await page.getByRole('link', { name: 'Welcome' }).waitFor()
  const pages = page.getByRole('list', { name: words('common:nav.pages') }).getByRole('link')
  expect(await pages.allTextContents()).toEqual([words('common:nav.dashboard'), words('common:nav.templates')])
  expect(await page.getByRole('link', { name: words('templates:list.new') }).count()).toBe(0)

  for (const [rest, right] of [
    ['notification', 'read'],
    ['notification/email', 'create'],
  ]) {
    await page.goto(`/applications/${owner.slug}/${rest}`)
    const what = words(`rights:right.${right}`, { what: words('rights:plain.401') })
    await page.getByText(words('common:forbidden.roleLacks', { right: what, role: ROLE })).waitFor()
    const ask = page.getByRole('link', { name: words('common:forbidden.ask') })
    expect(await ask.getAttribute('href')).toContain(`mailto:${owner.email}`)
    expect(await axeFindings(page)).toEqual([])
  }
}
