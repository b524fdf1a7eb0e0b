import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { Button } from '../controls/Button.tsx'
import { UiProvider } from '../UiProvider.tsx'
import { PageHeader } from './PageHeader.tsx'

afterEach(() => page.viewport(1280, 900))

const ACTIONS = (
  <>
    <Button>Calendrier</Button>
    <Button variant="primary">Nouvelle campagne</Button>
  </>
)

test('on a phone a title of one word stays whole beside its buttons, and a name gives way to them', async () => {
  await page.viewport(390, 844)
  const crumbs = [{ label: 'Campagnes', href: '/' }]
  await render(
    <UiProvider>
      <PageHeader title="Campagnes" actions={ACTIONS} />
      <PageHeader title={'n'.repeat(100)} crumbs={crumbs} actions={ACTIONS} />
    </UiProvider>,
  )
  const title = page.getByRole('heading', { name: 'Campagnes' }).element()
  const line = Number.parseFloat(getComputedStyle(title).lineHeight)
  expect(title.getBoundingClientRect().height).toBeLessThan(1.5 * line)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
