// axe-core on the page that shows every component, in both themes and both directions, and on what opens above it.
import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ComponentsPage } from '../app/components-page.tsx'
import { ToastRegion } from './ToastRegion.tsx'
import { UiProvider } from './UiProvider.tsx'

const root = document.documentElement

afterEach(() => {
  root.dir = 'ltr'
  delete root.dataset.theme
})

async function show(theme: 'light' | 'dark', direction: 'ltr' | 'rtl') {
  root.lang = 'en'
  document.title = 'Components'
  root.dir = direction
  root.dataset.theme = theme
  await render(
    <UiProvider direction={direction}>
      <ToastRegion>
        <ComponentsPage />
      </ToastRegion>
    </UiProvider>,
  )
}

/** What axe finds, one line each. Colours are read once transitions and fades have ended. */
async function findings(): Promise<string[]> {
  await Promise.all(
    document.getAnimations().map(one => one.effect?.getTiming().iterations !== Infinity && one.finished),
  )
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)}`))
}

test.for([
  ['light', 'ltr'],
  ['dark', 'rtl'],
  ['dark', 'ltr'],
  ['light', 'rtl'],
] as const)('axe finds nothing on the component page: %s, %s', async ([theme, direction]) => {
  await show(theme, direction)
  expect(await findings()).toEqual([])
  expect(root.scrollWidth).toBe(root.clientWidth)
})

test('axe finds nothing on a phone', async () => {
  await page.viewport(390, 844)
  await show('light', 'ltr')
  expect(await findings()).toEqual([])
  expect(root.scrollWidth).toBe(root.clientWidth)
  await page.viewport(1280, 900)
})

test.for(['light', 'dark'] as const)('axe finds nothing in what opens above the page: %s', async theme => {
  await show(theme, 'ltr')
  const openers = ['Dialog 760', 'Open recipient', 'Open popover', 'Choose a range']
  for (const name of openers) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(await findings(), name).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  expect(await findings(), 'menu').toEqual([])
  await userEvent.keyboard('{Escape}')
  await page.getByRole('combobox', { name: 'Country' }).click()
  await expect.element(page.getByRole('listbox')).toBeVisible()
  expect(await findings(), 'combobox').toEqual([])
})
