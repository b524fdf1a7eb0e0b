// Runs axe-core on the page that shows every component, in both themes and directions, and on everything that opens
// above it.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.ts'
import { ComponentsPage } from '../testing/showcase/ComponentsPage.tsx'
import { axeFindings } from '../testing/axe.ts'
import { ShowActions } from '../testing/showcase/ShowActions.tsx'
import { ShowForms } from '../testing/showcase/ShowForms.tsx'
import { ShowOverlays } from '../testing/showcase/ShowOverlays.tsx'
import { ToastRegion } from './feedback/ToastRegion.tsx'
import { UiProvider } from './UiProvider.tsx'

const root = document.documentElement

afterEach(() => {
  root.dir = 'ltr'
  delete root.dataset.theme
})

async function show(theme: 'light' | 'dark', direction: 'ltr' | 'rtl', content = <ComponentsPage />) {
  root.lang = 'en'
  document.title = 'Components'
  root.dir = direction
  root.dataset.theme = theme
  await render(
    <UiProvider direction={direction}>
      {content}
      <ToastRegion />
    </UiProvider>,
  )
}

/** A table's ticks are code of their own, which comes a moment later than the table. */
async function ticksAreThere() {
  await expect.element(page.getByRole('checkbox', { name: 'Select all rows' }).first()).toBeInTheDocument()
}

function Openers() {
  return (
    <main>
      <h1>Openers</h1>
      <ShowActions />
      <ShowForms />
      <ShowOverlays />
    </main>
  )
}

test.for([
  ['light', 'ltr'],
  ['dark', 'rtl'],
  ['dark', 'ltr'],
  ['light', 'rtl'],
] as const)('axe finds nothing on the component page: %s, %s', async ([theme, direction]) => {
  await show(theme, direction)
  await ticksAreThere()
  expect(await axeFindings(undefined, 'all')).toEqual([])
  expect(root.scrollWidth).toBe(root.clientWidth)
})

test('axe finds nothing on a phone', async () => {
  await page.viewport(390, 844)
  await show('light', 'ltr')
  expect(await axeFindings(undefined, 'all')).toEqual([])
  expect(root.scrollWidth).toBe(root.clientWidth)
  await page.viewport(1280, 900)
})

test.for(['light', 'dark'] as const)('axe finds nothing in what opens above the page: %s', async theme => {
  // Only the sections that open something: axe reads all of the page each time.
  await show(theme, 'ltr', <Openers />)
  const openers = ['Dialog 760', 'Open recipient', 'Open popover']
  for (const name of openers) {
    await page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toBeVisible()
    expect({ [name]: await axeFindings(dialog.element(), 'all') }).toEqual({ [name]: [] })
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  const menu = page.getByRole('menu')
  await expect.element(menu).toBeVisible()
  expect(await axeFindings(menu.element(), 'all')).toEqual([])
  await userEvent.keyboard('{Escape}')
  await page.getByRole('combobox', { name: 'Country', exact: true }).click()
  const list = page.getByRole('listbox')
  await expect.element(list).toBeVisible()
  // While the list is open the library hides the rest of the page from screen readers, and Tab closes the list.
  expect(await axeFindings(list.element(), 'all')).toEqual([])
})
