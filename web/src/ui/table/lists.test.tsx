import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { Avatar, initialsOf } from '../layout/Avatar.tsx'
import { addDays, schedulingWindow } from '../dates/calendar-dates.ts'
import { Button } from '../controls/Button.tsx'
import { DataTable } from './DataTable.tsx'
import { DatePicker, DatesPicker } from '../dates/DatePicker.tsx'
import { FileDrop } from '../controls/FileDrop.tsx'
import { NameCell, ValueOrDash } from './NameCell.tsx'
import { Pagination, pageWindow } from './Pagination.tsx'
import { StateCard } from '../feedback/StateCard.tsx'
import type { DataTableProps, TableColumn, TableSort } from './table-types.ts'

type Row = { id: string; name: string; size: number }

const rows: Row[] = [
  { id: 'a', name: 'Autumn', size: 12 },
  { id: 'b', name: 'Winter', size: 40 },
]
const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', sortable: true, cell: row => <NameCell name={row.name} href={`#${row.id}`} /> },
  { id: 'size', header: 'Recipients', align: 'end', sortable: true, cell: row => row.size },
]
const table = (more: Partial<DataTableProps<Row>>) => (
  <DataTable
    label="Campaigns"
    columns={columns}
    rows={rows}
    rowId={row => row.id}
    rowName={row => row.name}
    {...more}
  />
)

afterEach(async () => {
  location.hash = ''
  await page.viewport(1280, 900)
})

test('a head sorts: numbers begin with the largest, a second press turns around, and it is announced', async () => {
  const onSort = vi.fn<(sort: TableSort) => void>()
  function Sorted() {
    const [sort, setSort] = useState<TableSort | null>(null)
    return table({
      sort,
      onSort: next => {
        onSort(next)
        setSort(next)
      },
    })
  }
  await render(<Sorted />)
  await page.getByRole('button', { name: 'Recipients' }).click()
  await expect
    .element(page.getByRole('columnheader', { name: 'Recipients' }))
    .toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Recipients' }).click()
  await page.getByRole('button', { name: 'Name' }).click()
  expect(onSort.mock.calls.map(([sort]) => sort)).toEqual([
    { column: 'size', descending: true },
    { column: 'size', descending: false },
    { column: 'name', descending: false },
  ])
})

test('a click anywhere in a row follows its link, a click on its own controls does not', async () => {
  await render(table({ rowMenu: () => [{ label: 'Delete', onSelect: () => {} }] }))
  await page.getByRole('button', { name: 'Actions: Autumn' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  expect(location.hash).toBe('')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('cell', { name: '40' }).click()
  await expect.poll(() => location.hash).toBe('#b')
})

test('selected rows bring a bar in the place of the toolbar', async () => {
  function Selectable() {
    const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
    const actions = (chosen: ReadonlySet<string>) => <Button>Pause {[...chosen].join(' and ')}</Button>
    return table({ toolbar: <p>Filters</p>, selection: { ids, onChange: setIds, actions } })
  }
  await render(<Selectable />)
  await expect.element(page.getByText('Filters')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select row: Winter' }).click()
  await expect.element(page.getByRole('toolbar', { name: '1 selected' })).toBeVisible()
  await expect.element(page.getByText('Filters')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await expect.element(page.getByRole('button', { name: 'Pause b and a' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByText('Filters')).toBeVisible()
})

test('a list that loads shows its real heads and says so; an empty one shows what to do', async () => {
  const screen = await render(table({ rows: undefined, skeletonRows: 5 }))
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading')
  await expect.element(page.getByRole('columnheader', { name: 'Recipients' })).toBeVisible()
  await screen.rerender(table({ rows: [], empty: <StateCard kind="empty" title="Send your first campaign" /> }))
  await expect.element(page.getByText('Send your first campaign')).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})

test('on a phone the rows are cards, and a card still leads where its name leads', async () => {
  await page.viewport(390, 800)
  await render(table({}))
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await expect.element(page.getByRole('listitem')).toHaveLength(2)
  await page
    .getByText(/Recipients/)
    .first()
    .click()
  await expect.poll(() => location.hash).toBe('#a')
})

test('a card leaves out a number that is missing, and its name', async () => {
  await page.viewport(390, 800)
  const opened = (row: Row) => <ValueOrDash>{row.id === 'a' ? null : 7}</ValueOrDash>
  const more: TableColumn<Row> = { id: 'opened', header: 'Opened', align: 'end', cell: opened }
  await render(table({ columns: [...columns, more] }))
  await expect.element(page.getByText('Opened 7')).toBeVisible()
  await expect.element(page.getByText('Opened –')).not.toBeVisible()
})

test('pages stand five at a time around the current one', async () => {
  expect(pageWindow(1, 14, 5)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(7, 14, 5)).toEqual([5, 6, 7, 8, 9])
  expect(pageWindow(14, 14, 5)).toEqual([10, 11, 12, 13, 14])
  expect(pageWindow(2, 3, 5)).toEqual([1, 2, 3])
  const onPage = vi.fn<(page: number) => void>()
  await render(<Pagination page={4} perPage={10} total={34} onPage={onPage} />)
  await expect.element(page.getByText('31–34 of 34')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.getByRole('button', { name: 'Page 2' }).click()
  expect(onPage).toHaveBeenCalledWith(2)
})

test('a day is chosen by keyboard, kept by Save and forgotten by Cancel; days outside the window are disabled', async () => {
  const onSave = vi.fn<(day: string) => void>()
  const onCancel = vi.fn<() => void>()
  const today = '2026-11-12'
  await render(
    <DatePicker
      label="One time"
      today={today}
      {...schedulingWindow(today)}
      value={null}
      onSave={onSave}
      onCancel={onCancel}
      trigger={<Button>Choose</Button>}
    />,
  )
  const open = () => page.getByRole('button', { name: 'Choose' }).click()
  await open()
  await expect.element(page.getByRole('button', { name: 'Thursday, 12 November 2026' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('button', { name: 'Friday, 13 November 2026' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(onCancel).toHaveBeenCalledOnce()
  await open()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  page.getByRole('button', { name: 'Friday, 13 November 2026' }).element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(onSave.mock.calls).toEqual([['2026-11-21']])
})

test('several days are kept in order', async () => {
  const onSave = vi.fn<(days: string[]) => void>()
  await render(
    <DatesPicker
      label="Dates"
      today="2026-11-12"
      value={['2026-11-20']}
      onSave={onSave}
      trigger={<Button>Choose</Button>}
    />,
  )
  await page.getByRole('button', { name: 'Choose' }).click()
  await page.getByRole('button', { name: 'Monday, 16 November 2026' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(onSave.mock.calls).toEqual([[['2026-11-16', '2026-11-20']]])
})

test('days are counted without time zones, over months and leap years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-31', -31)).toBe('2026-02-28')
  expect(schedulingWindow('2026-11-12')).toEqual({ min: '2026-11-13', max: '2027-11-12' })
})

test('a file arrives by choice and by drop, also one that does not fit, so that the caller can say why', async () => {
  const onFile = vi.fn<(file: File) => void>()
  await render(
    <FileDrop
      label="Contacts"
      help="CSV"
      file={null}
      onFile={onFile}
      accept={{ 'text/csv': ['.csv'] }}
      error="Wrong kind"
    />,
  )
  await expect.element(page.getByText('Wrong kind')).toBeVisible()
  const input = document.querySelector('input[type=file]')
  await userEvent.upload(input as HTMLElement, new File(['a,b'], 'people.csv', { type: 'text/csv' }))
  await expect.poll(() => onFile.mock.calls.map(([file]) => file.name)).toEqual(['people.csv'])
  const transfer = new DataTransfer()
  transfer.items.add(new File(['x'], 'holiday.mov', { type: 'video/quicktime' }))
  const drop = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
  page.getByRole('group', { name: 'Contacts' }).element().dispatchEvent(drop)
  await expect.poll(() => onFile.mock.calls.map(([file]) => file.name)).toEqual(['people.csv', 'holiday.mov'])
})

test('a chosen file shows how much of it has gone', async () => {
  await render(
    <FileDrop
      label="Contacts"
      help=""
      file={{ name: 'people.xlsx', sizeBytes: 3_800_000 }}
      onFile={() => {}}
      progress={{ sentBytes: 1_900_000, totalBytes: 3_800_000 }}
    />,
  )
  await expect.element(page.getByText('1.9 MB of 3.8 MB')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'people.xlsx' })).toHaveAttribute('aria-valuenow', '50')
})

test('initials are letters, whatever stands around them', () => {
  const names = [
    'Harbor & Pine',
    '(Test) Shop',
    '“Anna” Berg',
    'Lumen – Store *',
    '4ever',
    '& Co',
    '***',
    'संगीता',
    '🌱 Green',
  ]
  expect(names.map(initialsOf)).toEqual(['HP', 'TS', 'AB', 'LS', '4E', 'CO', '**', 'संगी', '🌱G'])
})

test('a person has one colour, also under another name, and people have several', async () => {
  const ids = ['ana', 'bruno', 'chandra', 'dimitri', 'elif', 'farid']
  const screen = await render(
    <>
      {ids.map(id => (
        <Avatar key={id} id={id} name="Ana Lima" />
      ))}
      <Avatar id="ana" name="Ana Costa" />
    </>,
  )
  const [first, ...others] = [...screen.container.querySelectorAll('[aria-hidden]')].map(
    face => getComputedStyle(face).backgroundColor,
  )
  expect(others.at(-1)).toBe(first)
  expect(new Set(others).size).toBeGreaterThan(2)
})
