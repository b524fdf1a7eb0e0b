import { useState } from 'react'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { MultiSelect } from '../../ui/controls/options/MultiSelect.tsx'
import { NumberInput } from '../../ui/controls/NumberInput.tsx'
import type { Option } from '../../ui/controls/options/option.ts'
import { PasswordInput } from '../../ui/controls/PasswordInput.tsx'
import { SearchInput } from '../../ui/controls/SearchInput.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Show } from './Show.tsx'
import { channels, countries } from './specimens.ts'

/** Text controls in every state. */
export function ShowForms() {
  return (
    <Show title="Text controls">
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <TextFields />
        <ChoiceFields />
      </div>
    </Show>
  )
}

function TextFields() {
  const [search, setSearch] = useState('')
  const [sends, setSends] = useState<number | null>(8)
  return (
    <>
      <Field label="Segment name" help="Existing contacts are matched by e-mail.">
        <TextInput defaultValue="Retail members, November" maxLength={50} counter />
      </Field>
      <Field label="When blocked" error="This field is required.">
        <TextInput />
      </Field>
      <Field label="Sample value" optional>
        <TextInput placeholder="first_name" mono />
      </Field>
      <Field label="Read only">
        <TextInput readOnly defaultValue="dl_01JCG7Q4T2V9" mono />
      </Field>
      <Field label="Disabled">
        <TextInput disabled defaultValue="Asia/Kolkata" />
      </Field>
      <Field label="Password" end={<Link href="#forgot">Forgot password?</Link>}>
        <PasswordInput size="lg" defaultValue="correct horse" />
      </Field>
      <Field label="Number of sends" help="Last send: Tue, Jan 5, 2027">
        <NumberInput value={sends} onChange={setSends} min={1} suffix="sends" />
      </Field>
      <Field label="Description" optional="optional, shown to Dev">
        <Textarea
          defaultValue="Fine for this issue. Please split off the 180-day group next time."
          maxLength={200}
          counter
        />
      </Field>
      <Field label="Comment" error="Say why.">
        <Textarea />
      </Field>
      <div className="flex flex-col gap-1.5">
        <span className="font-medium">Search</span>
        <SearchInput value={search} onChange={setSearch} placeholder="Find a campaign" shortcut />
      </div>
    </>
  )
}

function ChoiceFields() {
  const [channel, setChannel] = useState<string | null>('email')
  const [country, setCountry] = useState<Option | null>(null)
  const [many, setMany] = useState<Option[]>(countries.slice(0, 4))
  const [text, setText] = useState('')
  return (
    <>
      <Field label="Channel">
        <Select options={channels} value={channel} onChange={setChannel} />
      </Field>
      <Field label="Value" error="This rule has no value yet and is not counted.">
        <Select options={channels} value={null} onChange={setChannel} placeholder="Choose a value" />
      </Field>
      <Field label="Template" help="Disabled until a channel is chosen.">
        <Select options={[]} value={null} onChange={setChannel} disabled />
      </Field>
      <Field label="Country">
        <Combobox options={countries} value={country} onChange={setCountry} placeholder="Type a country" />
      </Field>
      <Field label="Searched by the server" help={text ? `Asked for “${text}”` : 'Nothing asked yet'}>
        <Combobox
          options={undefined}
          value={country}
          onChange={setCountry}
          onQuery={setText}
          placeholder="Type a campaign"
        />
      </Field>
      <Field label="Countries">
        <MultiSelect options={countries} value={many} onChange={setMany} />
      </Field>
    </>
  )
}
