import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../testing/render.ts'
import { Button } from './controls/Button.tsx'
import { lazyView } from './lazy-view.tsx'
import { lazyOverlay } from './overlays/lazy-overlay.tsx'
import { lazyPopup } from './overlays/lazy-popup.tsx'
import { UiProvider } from './UiProvider.tsx'

/** Fails the first time, as without a network, and loads the second time. */
function secondTime<Module>(module: Module): () => Promise<Module> {
  let tries = 0
  return () => {
    tries += 1
    return tries === 1
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve(module)
  }
}

test('a part whose code could not be loaded says so and loads on request; what was typed beside it stays', async () => {
  const Chart = lazyView(secondTime(() => <p>Opens by day</p>))
  await render(
    <>
      <input aria-label="Name" />
      <Suspense fallback="…">
        <Chart />
      </Suspense>
    </>,
  )
  await page.getByRole('textbox', { name: 'Name' }).fill('Summer sale')
  await expect.element(page.getByText('Couldn’t load this part. Check your connection.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('Opens by day')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Summer sale')
})

test('a menu whose code could not be loaded says so, and opens on the next press', async () => {
  const onNotLoaded = vi.fn<() => void>()
  const Menu = lazyPopup(
    'menu',
    secondTime(({ trigger }) => (
      <>
        {trigger}
        <p>Rename</p>
      </>
    )),
  )
  await render(
    <UiProvider onNotLoaded={onNotLoaded}>
      <Menu trigger={<Button>Actions</Button>} />
    </UiProvider>,
  )
  // Without the pointer, whose arrival loads it as well.
  const press = () => (page.getByRole('button', { name: 'Actions' }).element() as HTMLElement).click()
  press()
  await expect.poll(() => onNotLoaded.mock.calls.length).toBe(1)
  press()
  await expect.element(page.getByText('Rename')).toBeVisible()
})

test('a dialog whose code could not be loaded says so, and opens on the next press', async () => {
  const onNotLoaded = vi.fn<() => void>()
  const Dialog = lazyOverlay(
    secondTime((_: { open?: boolean; onOpenChange: (open: boolean) => void }) => <p>Rename segment</p>),
  )
  function Specimen() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>{open ? 'Opening' : 'Rename'}</Button>
        <Dialog open={open} onOpenChange={setOpen} />
      </>
    )
  }
  await render(
    <UiProvider onNotLoaded={onNotLoaded}>
      <Specimen />
    </UiProvider>,
  )
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.poll(() => onNotLoaded.mock.calls.length).toBe(1)
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByText('Rename segment')).toBeVisible()
})
