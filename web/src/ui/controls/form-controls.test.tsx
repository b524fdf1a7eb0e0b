import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { Button } from './Button.tsx'
import { Combobox } from './options/Combobox.tsx'
import { Field } from './Field.tsx'
import { MultiSelect } from './options/MultiSelect.tsx'
import { NumberInput } from './NumberInput.tsx'
import type { Option } from './options/option.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { RadioRows } from './RadioRows.tsx'
import { SearchInput } from './SearchInput.tsx'
import { Segmented } from './Segmented.tsx'
import { Select } from './options/Select.tsx'
import { SuggestInput } from './options/SuggestInput.tsx'
import { Textarea } from './Textarea.tsx'
import { TextInput } from './TextInput.tsx'
import { emptyTime12 } from '../dates/time12.ts'
import { TimeInput12 } from '../dates/TimeInput12.tsx'
import { UiProvider } from '../UiProvider.tsx'
import { pick } from '../../testing/pick.ts'

const optionOf = (label: string): Option => ({ value: label.toLowerCase(), label })
const fruit = ['Apple', 'Apricot', 'Banana'].map(optionOf)
const basket = [...fruit, ...['Kiwi', 'Lemon', 'Mango', 'Papaya'].map(optionOf)]

test('a field names its control, describes it with the fault and marks it invalid', async () => {
  await render(
    <Field label="Segment name" help="Shown in lists" error="This field is required.">
      <TextInput />
    </Field>,
  )
  const input = page.getByRole('textbox', { name: 'Segment name' })
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
  await expect.element(input).toHaveAccessibleDescription('This field is required.')
  await expect.element(page.getByText('Shown in lists')).not.toBeInTheDocument()
})

test('a counter counts what a form has put there, then what is typed', async () => {
  function Form() {
    const { register } = useForm({ defaultValues: { name: 'Spring', note: 'For members' } })
    return (
      <>
        <TextInput {...register('name')} aria-label="Name" maxLength={50} counter />
        <Textarea {...register('note')} maxLength={80} counter />
      </>
    )
  }
  await render(<Form />)
  await expect.element(page.getByText('6 / 50')).toBeVisible()
  await expect.element(page.getByText('11 / 80')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring days')
  await expect.element(page.getByText('11 / 50')).toBeVisible()
})

test('a message that appears as its field is left does not take the click that left it', async () => {
  const onSave = vi.fn<(messages: number) => void>()
  function Form() {
    const [isLeft, setLeft] = useState(false)
    const [isEvery, setEvery] = useState('no')
    return (
      <UiProvider>
        <Field label="Segment name" error={isLeft ? 'This field is required.' : undefined}>
          <TextInput onBlur={() => setLeft(true)} onChange={() => setLeft(false)} />
        </Field>
        <div className="h-2" />
        <RadioRows aria-label="Every day" value={isEvery} onChange={setEvery} rows={[{ value: 'yes', title: 'Yes' }]} />
        <Button onClick={() => onSave(document.querySelectorAll('[aria-invalid="true"]').length)}>Save</Button>
      </UiProvider>
    )
  }
  await render(<Form />)
  const name = page.getByRole('textbox', { name: 'Segment name' })
  const save = page.getByRole('button', { name: 'Save' })
  await name.click()
  await save.click({ position: { x: 4, y: 2 } })
  // Who acts on the click finds the field as it was left.
  await expect.poll(() => onSave.mock.calls).toEqual([[1]])
  await expect.element(save).toHaveFocus()
  await name.fill('')
  await name.fill('A')
  await userEvent.click(page.getByText('Yes'), { position: { x: 2, y: 2 } })
  await expect.element(page.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await expect.element(page.getByText('This field is required.')).toBeVisible()
})

test('in a disabled fieldset controls look as if each were disabled', async () => {
  const controls = (disabled: boolean) => (
    <>
      <TextInput aria-label="Name" disabled={disabled} />
      <Textarea aria-label="Note" disabled={disabled} />
      <Select aria-label="Fruit" options={fruit} value="apple" onChange={() => undefined} disabled={disabled} />
    </>
  )
  await render(
    <>
      <div data-testid="each">{controls(true)}</div>
      <fieldset data-testid="all" disabled>
        {controls(false)}
      </fieldset>
    </>,
  )
  const looks = (id: string) =>
    [...page.getByTestId(id).element().querySelectorAll('.border')].map(control => {
      const { backgroundColor, borderColor, color } = getComputedStyle(control)
      return [backgroundColor, borderColor, color]
    })
  expect(looks('each')).toHaveLength(3)
  expect(looks('all')).toEqual(looks('each'))
})

test('a password can be shown and hidden again', async () => {
  await render(
    <Field label="Password">
      <PasswordInput defaultValue="secret" />
    </Field>,
  )
  const input = page.getByLabelText('Password', { exact: true })
  await expect.element(input).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(input).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(input).toHaveAttribute('type', 'password')
})

test('a number steps with the arrow keys and stays inside its limits', async () => {
  function Sends() {
    const [value, setValue] = useState<number | null>(1)
    return (
      <Field label="Sends">
        <NumberInput value={value} onChange={setValue} min={1} max={3} />
      </Field>
    )
  }
  await render(<Sends />)
  const input = page.getByRole('textbox', { name: 'Sends' })
  await input.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(input).toHaveValue('1')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  await expect.element(input).toHaveValue('3')
})

test('"/" moves to the search, Escape empties it, and typing reports once after the pause', async () => {
  const onChange = vi.fn<(value: string) => void>()
  function Search() {
    const [value, setValue] = useState('')
    const change = (next: string) => {
      onChange(next)
      setValue(next)
    }
    return <SearchInput value={value} onChange={change} placeholder="Find a campaign" shortcut debounceMs={800} />
  }
  await render(<Search />)
  const input = page.getByRole('searchbox', { name: 'Find a campaign' })
  await userEvent.keyboard('/')
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('oslo')
  await expect.poll(() => onChange.mock.calls).toEqual([['oslo']])
  await userEvent.keyboard('{Escape}')
  await expect.element(input).toHaveValue('')
  expect(onChange).toHaveBeenLastCalledWith('')
})

test('a select is driven by the keyboard and gives the focus back', async () => {
  const onChange = vi.fn<(value: string) => void>()
  await render(
    <Field label="Fruit">
      <Select options={fruit} value="apple" onChange={onChange} />
    </Field>,
  )
  const trigger = page.getByRole('combobox', { name: 'Fruit' })
  trigger.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: 'Banana' })).toBeVisible()
  await userEvent.keyboard('b{Enter}')
  await expect.poll(() => onChange.mock.calls).toEqual([['banana']])
  await expect.element(trigger).toHaveFocus()
})

test('a combobox without an answer yet says that it is loading, then offers what the server found', async () => {
  const onQuery = vi.fn<(text: string) => void>()
  const onChange = vi.fn<(value: Option | null) => void>()
  const specimen = (options: Option[] | undefined) => (
    <Field label="Fruit">
      <Combobox options={options} value={null} onChange={onChange} onQuery={onQuery} />
    </Field>
  )
  const screen = await render(specimen(undefined))
  const input = page.getByRole('combobox', { name: 'Fruit' })
  await input.fill('ap')
  await expect.element(page.getByText('Loading')).toBeVisible()
  expect(onQuery).toHaveBeenLastCalledWith('ap')
  await screen.rerender(specimen(fruit.slice(0, 2)))
  await expect.element(page.getByRole('option')).toHaveLength(2)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => onChange.mock.calls[0]?.[0]?.label).toMatch(/^Ap/)
})

test('a combobox whose options could not be read says so, and not that there are none', async () => {
  await render(
    <Field label="Fruit">
      <Combobox options={undefined} loading={false} value={null} onChange={() => {}} emptyText="No such fruit" />
    </Field>,
  )
  await page.getByRole('combobox', { name: 'Fruit' }).fill('ap')
  await expect.element(page.getByText('Couldn’t load the list. Type to try again.')).toBeVisible()
  expect(page.getByText('No such fruit').elements()).toEqual([])
})

test('a combobox filters its own options and says when nothing fits', async () => {
  await render(
    <Field label="Fruit">
      <Combobox options={fruit} value={null} onChange={() => {}} emptyText="No such fruit" />
    </Field>,
  )
  const input = page.getByRole('combobox', { name: 'Fruit' })
  await input.fill('ban')
  await expect.element(page.getByRole('option')).toHaveLength(1)
  await input.fill('kiwi')
  await expect.element(page.getByText('No such fruit')).toBeVisible()
})

test('suggestions that come after a field was left open nothing', async () => {
  const field = (options: readonly Option[]) => (
    <Field label="Country">
      <SuggestInput value="" onChange={() => undefined} options={options} onQuery={() => undefined} />
    </Field>
  )
  const { rerender } = await render(field([]))
  await page.getByLabelText('Country').fill('Ap')
  await rerender(field(fruit))
  await expect.element(page.getByRole('option', { name: 'Apple' })).toBeVisible()
  await rerender(field([]))
  await page.getByLabelText('Country').fill('A')
  await userEvent.keyboard('{Tab}')
  await rerender(field(fruit))
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  expect(page.getByRole('option').elements()).toEqual([])
})

test('several choices stand as chips; Backspace and the cross remove them', async () => {
  function Many() {
    const [value, setValue] = useState(basket)
    return (
      <Field label="Fruit">
        <MultiSelect options={basket} value={value} onChange={setValue} />
      </Field>
    )
  }
  await render(<Many />)
  await expect.element(page.getByRole('button', { name: '1 more' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Apple' }).click()
  await expect.element(page.getByText('Apple')).not.toBeInTheDocument()
  page.getByRole('combobox', { name: 'Fruit' }).element().focus()
  await userEvent.keyboard('{Backspace}')
  await expect.element(page.getByText('Papaya')).not.toBeInTheDocument()
  await expect.element(page.getByText('Mango')).toBeVisible()
})

test('Escape on a closed list removes no choice and reaches what surrounds the field', async () => {
  const onOne = vi.fn<(value: Option | null) => void>()
  const onSeveral = vi.fn<(value: Option[]) => void>()
  const onEscape = vi.fn<(key: string) => void>()
  await render(
    <div role="presentation" onKeyDown={event => onEscape(event.key)}>
      <Combobox aria-label="One" options={fruit} value={fruit[0] ?? null} onChange={onOne} />
      <MultiSelect aria-label="Several" options={fruit} value={fruit} onChange={onSeveral} />
    </div>,
  )
  const one = page.getByRole('combobox', { name: 'One' })
  for (const input of [one, page.getByRole('combobox', { name: 'Several' })]) {
    input.element().focus()
    await userEvent.keyboard('{Escape}')
  }
  expect(onEscape.mock.calls).toEqual([['Escape'], ['Escape']])
  expect(onOne).not.toHaveBeenCalled()
  expect(onSeveral).not.toHaveBeenCalled()
  await expect.element(one).toHaveValue('Apple')
  await expect.element(page.getByRole('button', { name: 'Remove Banana' })).toBeVisible()
})

test('rows of choices move with the arrow keys, and the own control of a row is not part of its label', async () => {
  function Types() {
    const [value, setValue] = useState<'once' | 'many'>('once')
    return (
      <RadioRows
        aria-label="Message type"
        value={value}
        onChange={setValue}
        rows={[
          { value: 'once', title: 'One time', help: 'A single day', control: <button type="button">Choose</button> },
          { value: 'many', title: 'Recurring' },
        ]}
      />
    )
  }
  await render(<Types />)
  const once = page.getByRole('radio', { name: 'One time' })
  await expect.element(once).toBeChecked()
  once.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'Recurring' })).toBeChecked()
  await page.getByText('One time').click()
  await expect.element(once).toBeChecked()
})

test('a segmented control is one stop of the tab key and moves with arrows', async () => {
  function Mode() {
    const [value, setValue] = useState('all')
    const segments = ['all', 'any', 'none'].map(one => ({ value: one, label: one }))
    return <Segmented aria-label="Match" segments={segments} value={value} onChange={setValue} />
  }
  await render(<Mode />)
  await userEvent.tab()
  await expect.element(page.getByRole('radio', { name: 'all' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'any' })).toBeChecked()
})

test('a time starts as 00:00 AM and takes hours of a 12-hour clock and quarters', async () => {
  const seen: string[] = []
  function Time() {
    const [value, setValue] = useState(emptyTime12)
    seen.push(`${value.hour}:${value.minute} ${value.period}`)
    return <TimeInput12 label="Start" value={value} onChange={setValue} />
  }
  await render(<Time />)
  const hour = page.getByRole('textbox', { name: 'Start: Hour' })
  await expect.element(hour).toHaveValue('00')
  await hour.fill('9')
  await page.getByRole('combobox', { name: 'Start: Minute' }).click()
  await pick(page.getByRole('option', { name: '45' }))
  await page.getByRole('radio', { name: 'PM' }).click()
  await expect.poll(() => seen.at(-1)).toBe('9:45 pm')
})
