import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { Button } from '../controls/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { Drawer } from './Drawer.tsx'
import { FilterChip } from '../table/FilterChip.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Menu } from './Menu.tsx'
import { Popover } from './Popover.tsx'
import { UiProvider } from '../UiProvider.tsx'

test('a menu opens and moves by keyboard, acts, and gives the focus back to its button', async () => {
  const onSelect = vi.fn<() => void>()
  await render(
    <Menu
      trigger={<Button>Actions</Button>}
      items={[{ label: 'Edit', onSelect: () => {} }, { separator: true }, { label: 'Delete', danger: true, onSelect }]}
    />,
  )
  const trigger = page.getByRole('button', { name: 'Actions' })
  trigger.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toHaveFocus()
  await userEvent.keyboard('d{Enter}')
  expect(onSelect).toHaveBeenCalledOnce()
  await expect.element(trigger).toHaveFocus()
})

test('a menu row with an address is a link drawn by the application', async () => {
  await render(
    <UiProvider LinkComponent={props => <a data-router {...props} />}>
      <Menu trigger={<Button>More</Button>} items={[{ label: 'Open run', href: '#run' }]} />
    </UiProvider>,
  )
  await page.getByRole('button', { name: 'More' }).click()
  const row = page.getByRole('menuitem', { name: 'Open run' })
  await expect.element(row).toHaveAttribute('href', '#run')
  await expect.element(row).toHaveAttribute('data-router')
})

test('a dialog that opens over another takes its place and gives it back with what was typed', async () => {
  function Specimen() {
    const [open, setOpen] = useState(true)
    const [refused, setRefused] = useState(false)
    return (
      <>
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title="Rename segment"
          footer={<Button onClick={() => setRefused(true)}>Save</Button>}
        >
          <input aria-label="Name" />
        </Dialog>
        <Dialog open={refused} onOpenChange={setRefused} title="You don’t have permission to do this">
          <p>Ask an owner.</p>
        </Dialog>
      </>
    )
  }
  await render(<Specimen />)
  await page.getByLabelText('Name').fill('Autumn')
  await page.getByRole('button', { name: 'Save' }).click()
  const refusal = page.getByRole('dialog', { name: 'You don’t have permission to do this' })
  await expect.element(refusal).toBeVisible()
  await expect.element(page.getByText('Rename segment')).not.toBeVisible()
  await expect.poll(() => refusal.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(refusal).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'Rename segment' })).toBeVisible()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Autumn')
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Rename segment')).not.toBeInTheDocument()
})

test('a dialog traps the focus, closes with Escape and gives the focus back', async () => {
  function Specimen() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Approve</Button>
        <Dialog open={open} onOpenChange={setOpen} title="Approve request" footer={<Button>Submit</Button>}>
          <input aria-label="Description" />
        </Dialog>
      </>
    )
  }
  await render(<Specimen />)
  await page.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve request' })
  await expect.element(dialog).toBeVisible()
  for (let press = 0; press < 5; press++) {
    await userEvent.tab()
    expect(dialog.element().contains(document.activeElement)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Approve' })).toHaveFocus()
})

const openings = {
  'Add address': () => userEvent.keyboard('{Enter}'),
  More: async () => {
    await userEvent.keyboard('{Enter}')
    await page.getByRole('menuitem', { name: 'Add' }).click()
  },
} as const

test.for(['Add address', 'More'] as const)(
  'a dialog whose field takes the focus itself gives it back to the button that opened it: %s',
  async name => {
    function Specimen() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Button onClick={() => setOpen(true)}>Add address</Button>
          <Menu trigger={<Button>More</Button>} items={[{ label: 'Add', onSelect: () => setOpen(true) }]} />
          {open && (
            <Dialog onOpenChange={setOpen} title="Add address" onSubmit={() => {}}>
              <input aria-label="Channel" />
              <input aria-label="Address" autoFocus />
            </Dialog>
          )}
        </>
      )
    }
    await render(<Specimen />)
    const opener = page.getByRole('button', { name })
    const address = page.getByRole('textbox', { name: 'Address' })
    opener.element().focus()
    await openings[name]()
    await expect.element(address).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(address).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  },
)

test('a dialog that is a form opens at its first field, and Enter submits it', async () => {
  const onSubmit = vi.fn<() => void>()
  await render(
    <Dialog
      open
      onOpenChange={() => {}}
      title="Rename"
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
      footer={<Button type="submit">Rename</Button>}
    >
      <input aria-label="Name" />
    </Dialog>,
  )
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('Oslo{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a question about deleting starts on Cancel and its button repeats the verb', async () => {
  const onConfirm = vi.fn<() => void>()
  await render(
    <ConfirmDialog
      open
      onOpenChange={() => {}}
      title="Delete bell?"
      action="Delete bell"
      onConfirm={onConfirm}
      error="Refused"
    >
      Visitors no longer see it.
    </ConfirmDialog>,
  )
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Refused')
  await page.getByRole('button', { name: 'Delete bell' }).click()
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('on a phone a question is a sheet at the bottom of the screen', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 900))
  await render(
    <ConfirmDialog open onOpenChange={() => {}} title="Delete bell?" action="Delete bell" onConfirm={() => {}}>
      Visitors no longer see it.
    </ConfirmDialog>,
  )
  await expect
    .poll(() => page.getByRole('dialog').element().getBoundingClientRect().toJSON() as DOMRect)
    .toMatchObject({ left: 0, right: 390, bottom: 844 })
  expect(page.getByRole('dialog').element().getBoundingClientRect().height).toBeLessThan(300)
})

test('a drawer steps through the list with the arrow keys while the list stays usable', async () => {
  const clicks = vi.fn<() => void>()
  function Specimen() {
    const [index, setIndex] = useState(1)
    const [open, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={clicks}>
          Behind
        </button>
        <Drawer
          open={open}
          onOpenChange={setOpen}
          title={`Recipient ${index}`}
          onPrevious={() => setIndex(index - 1)}
          onNext={() => setIndex(index + 1)}
        >
          Trail
        </Drawer>
      </>
    )
  }
  await render(<Specimen />)
  const drawer = page.getByRole('dialog')
  await expect.element(drawer).toHaveAccessibleName('Recipient 1')
  await expect.poll(() => drawer.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(drawer).toHaveAccessibleName('Recipient 2')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(drawer).toHaveAccessibleName('Recipient 1')
  await page.getByRole('button', { name: 'Behind' }).click()
  expect(clicks).toHaveBeenCalledOnce()
  await expect.element(drawer).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
})

test('a popover hands its content a way to close and gives the focus back', async () => {
  await render(
    <Popover
      trigger={<Button>Quiet hours</Button>}
      title="Quiet hours"
      footer={close => <Button onClick={close}>Done</Button>}
    >
      10 PM to 8 AM
    </Popover>,
  )
  const trigger = page.getByRole('button', { name: 'Quiet hours' })
  await trigger.click()
  await expect.element(page.getByRole('dialog', { name: 'Quiet hours' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

test('a filter says what it narrows to and can be taken away', async () => {
  const options = ['Email', 'SMS'].map(label => ({ value: label, label }))
  function Specimen() {
    const [value, setValue] = useState<string[]>([])
    return <FilterChip multiple label="Channel" allText="all" options={options} value={value} onChange={setValue} />
  }
  await render(<Specimen />)
  await page.getByRole('button', { name: 'Channel: all' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Email' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'SMS' }).click()
  await expect.element(page.getByText('Channel: Email, SMS')).toBeVisible()
  await page.getByRole('menuitemcheckbox', { name: 'All' }).click()
  await expect.element(page.getByRole('button', { name: 'Channel: all' })).toBeVisible()
})

test('a filter whose options could not be loaded says so and loads them again', async () => {
  function Specimen() {
    const [options, setOptions] = useState<{ value: string; label: string }[]>()
    const retry = () => setOptions([{ value: 'email', label: 'Email' }])
    return (
      <FilterChip
        label="Channel"
        allText="all"
        options={options ?? []}
        value={null}
        onChange={() => undefined}
        onRetry={options === undefined ? retry : undefined}
      />
    )
  }
  await render(<Specimen />)
  await page.getByRole('button', { name: 'Channel: all' }).click()
  await page.getByRole('menuitem', { name: 'Couldn’t load all options. Retry' }).click()
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Email' })).toBeVisible()
  await expect.element(page.getByRole('menuitem')).not.toBeInTheDocument()
})

test('a tooltip shows on keyboard focus and leaves with Escape', async () => {
  await render(
    <UiProvider>
      <button type="button" data-tip="502 Bad Gateway">
        502
      </button>
    </UiProvider>,
  )
  await userEvent.tab()
  await expect.element(page.getByText('502 Bad Gateway')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('502 Bad Gateway')).not.toBeInTheDocument()
})

test('a text that is cut is whole in a tooltip, whichever way it is written; one that fits has none', async () => {
  const name = `\u202E${'W'.repeat(100)}`
  await render(
    <UiProvider>
      <div className="w-40 truncate">
        <a href="#whole">{name}</a>
      </div>
      <div className="w-40 truncate">
        <a href="#short">Short</a>
      </div>
    </UiProvider>,
  )
  await userEvent.tab()
  const tip = () => document.querySelector('[data-tooltip]')
  await expect.poll(() => tip()?.textContent).toBe(name)
  expect(getComputedStyle(tip()?.firstElementChild ?? document.body).unicodeBidi).toBe('isolate')
  await userEvent.tab()
  await expect.poll(tip).toBeNull()
})

test('an icon button shows its name to a resting pointer, and stays while the pointer is on the tooltip', async () => {
  await render(
    <UiProvider>
      <IconButton icon={Pencil} label="Rename" />
    </UiProvider>,
  )
  await page.getByRole('button', { name: 'Rename' }).hover()
  const tip = page.getByText('Rename')
  await expect.element(tip).toBeVisible()
  await tip.hover()
  await expect.element(tip).toBeVisible()
  await userEvent.unhover(tip)
  await expect.element(tip).not.toBeInTheDocument()
})
