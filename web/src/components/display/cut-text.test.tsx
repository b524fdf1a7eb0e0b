import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { NameCell } from '../../ui/table/NameCell.tsx'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { CutText } from './CutText.tsx'

const NAME = 'Autumn catalogue for readers in Portugal and Spain'

afterEach(() => page.viewport(1280, 900))

test('a name is cut only where there is no room for it, and then whole in a tooltip', async () => {
  await render(
    <UiProvider>
      <DataTable
        label="Campaigns"
        columns={[
          { id: 'name', header: 'Name', cell: row => <NameCell name={<CutText>{row.name}</CutText>} href="#a" /> },
          { id: 'by', header: 'By', cell: row => <CutText>{row.name}</CutText> },
        ]}
        rows={[{ name: NAME }]}
        rowId={row => row.name}
      />
    </UiProvider>,
  )
  const name = page.getByText(NAME).first()
  const isCut = () => name.element().scrollWidth > name.element().clientWidth
  expect(isCut()).toBe(false)
  await page.viewport(360, 800)
  await expect.poll(isCut).toBe(true)
  await userEvent.tab()
  await expect.poll(() => document.querySelector('[data-tooltip]')?.textContent).toBe(NAME)
})
