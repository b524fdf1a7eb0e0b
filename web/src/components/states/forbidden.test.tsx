import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { changeLanguage, i18n, startI18n } from '../../locales/i18n.ts'
import { axeFindings } from '../../testing/axe.ts'
import { RefusalCard } from './RefusalCard.tsx'

beforeEach(async () => (i18n.isInitialized ? changeLanguage('en') : startI18n('en')))

const helpers = [{ name: 'Asha Raman', email: 'asha@palmyra.example' }, { name: 'Lin Zhao' }]

test('the card names the missing right, the role and who can help, and writes the mail that asks', async () => {
  await render(
    <main>
      <RefusalCard
        title="You don’t have access to templates"
        right="Change templates"
        roleName="Campaign editor"
        helpers={helpers}
      />
    </main>,
  )
  await expect
    .element(page.getByText('Your role, Campaign editor, doesn’t include the permission “Change templates”.'))
    .toBeVisible()
  await expect.element(page.getByText('Who can change this: Asha Raman and Lin Zhao')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Request access' }))
    .toHaveAttribute('href', 'mailto:asha@palmyra.example?subject=Access%20to%20Notifly%3A%20Change%20templates')
  await expect.element(page.getByRole('link', { name: 'Go to applications' })).toBeVisible()
  expect(await axeFindings(document.body)).toEqual([])
})

test('without knowing more it says that owners and admins can help', async () => {
  await render(<RefusalCard title="You don’t have access to templates">Your role does not include them.</RefusalCard>)
  await expect.element(page.getByText(/An owner or admin of your organization/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Request access' })).not.toBeInTheDocument()
})
