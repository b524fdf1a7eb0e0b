import { Calendar as CalendarIcon, CalendarDays, Monitor, Pencil, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import type { DayRange } from '../../ui/dates/Calendar.tsx'
import { addDays, schedulingWindow } from '../../ui/dates/calendar-dates.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { DatePicker, DateRangePicker, DatesPicker } from '../../ui/dates/DatePicker.tsx'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { NumberInput } from '../../ui/controls/NumberInput.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { emptyTime12, type Time12 } from '../../ui/dates/time12.ts'
import { TimeInput12 } from '../../ui/dates/TimeInput12.tsx'
import { ToggleCells } from '../../ui/controls/ToggleCells.tsx'
import { Line, Show } from './Show.tsx'
import { noop, today } from './specimens.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((name, index) => ({
  value: String(index),
  label: name.slice(0, 1),
  name,
}))

/** Ticks, switches, rows of choices, days, times and files. */
export function ShowChoices() {
  return (
    <Show title="Choices">
      <Ticks />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <MessageTypes />
        <StartTimes />
      </div>
      <Files />
    </Show>
  )
}

function Ticks() {
  const [ticked, setTicked] = useState(true)
  const [mode, setMode] = useState('words')
  const [device, setDevice] = useState('desktop')
  return (
    <>
      <Line name="Checkbox">
        <Checkbox checked={ticked} onChange={setTicked} aria-label="Read" />
        <Checkbox checked={false} onChange={noop} aria-label="Create" />
        <Checkbox checked implied onChange={noop} aria-label="Included" />
        <Checkbox checked={false} partly onChange={noop} aria-label="Some" />
        <Checkbox checked disabled onChange={noop} aria-label="Locked" />
        <Checkbox checked={ticked} onChange={setTicked} label="Ask by itself" help="Opens without a click." />
      </Line>
      <Line name="Switch">
        <Switch checked={false} disabled onChange={noop} label="Tracking" help="Locked by the plan." />
        <Switch checked={ticked} onChange={setTicked} label="Do Not Disturb" help="Late messages wait for 8:00 AM." />
      </Line>
      <Line name="Segmented">
        <Segmented
          aria-label="Audit trail"
          segments={[
            { value: 'words', label: 'In words' },
            { value: 'raw', label: 'Raw' },
          ]}
          value={mode}
          onChange={setMode}
        />
        <Segmented
          aria-label="Device"
          size="sm"
          segments={[
            { value: 'desktop', label: 'Desktop', icon: Monitor, iconOnly: true },
            { value: 'phone', label: 'Phone', icon: Smartphone, iconOnly: true },
          ]}
          value={device}
          onChange={setDevice}
        />
      </Line>
    </>
  )
}

function MessageTypes() {
  const [type, setType] = useState<'once' | 'dates' | 'recurring'>('recurring')
  const [day, setDay] = useState<string | null>(null)
  const [days, setDays] = useState<string[]>([])
  const [weekly, setWeekly] = useState<string[]>(['2'])
  const window = schedulingWindow(today)
  return (
    <RadioRows
      aria-label="Message type"
      value={type}
      onChange={setType}
      rows={[
        {
          value: 'once',
          title: 'One time',
          help: day ?? 'One day, up to a year ahead',
          control: (
            <DatePicker
              label="One time"
              today={today}
              {...window}
              value={day}
              onSave={setDay}
              trigger={
                <Button size="sm" icon={CalendarIcon}>
                  Choose
                </Button>
              }
            />
          ),
        },
        {
          value: 'dates',
          title: 'Multiple dates',
          help: days.length > 0 ? days.join(', ') : 'Choose days on a calendar',
          control: (
            <DatesPicker
              label="Multiple dates"
              today={today}
              {...window}
              value={days}
              onSave={setDays}
              trigger={
                <Button size="sm" icon={CalendarDays}>
                  Choose
                </Button>
              }
            />
          ),
        },
        {
          value: 'recurring',
          title: 'Recurring',
          help: 'Every week on Tuesday',
          control: (
            <Popover
              label="Recurring"
              align="end"
              trigger={
                <Button size="sm" icon={Pencil}>
                  Edit
                </Button>
              }
            >
              <ToggleCells
                aria-label="Days of week"
                cells={weekdays}
                columns={7}
                value={weekly}
                onToggle={day => setWeekly(flip(weekly, day))}
              />
            </Popover>
          ),
        },
      ]}
    />
  )
}

function StartTimes() {
  const [start, setStart] = useState<'now' | 'smart' | 'fixed' | 'off'>('fixed')
  const [time, setTime] = useState<Time12>({ hour: 9, minute: 30, period: 'am' })
  const [empty, setEmpty] = useState(emptyTime12)
  const [range, setRange] = useState<DayRange | null>(null)
  const [sends, setSends] = useState<number | null>(8)
  return (
    <div className="flex flex-col gap-4">
      <RadioRows
        aria-label="Start time"
        value={start}
        onChange={setStart}
        rows={[
          { value: 'now', title: 'Send immediately', help: 'As soon as the day begins' },
          {
            value: 'fixed',
            title: 'Fixed time',
            help: 'In 15-minute steps',
            control: <TimeInput12 label="Fixed time" value={time} onChange={setTime} />,
          },
          {
            value: 'smart',
            title: 'After number of sends',
            control: (
              <NumberInput aria-label="Sends" className="w-14" align="center" value={sends} onChange={setSends} />
            ),
          },
          { value: 'off', title: 'Intelligent delivery', help: 'Needs open tracking', disabled: true },
        ]}
      />
      <Line name="Empty time">
        <TimeInput12 label="Empty time" value={empty} onChange={setEmpty} />
      </Line>
      <Line name="Date range">
        <DateRangePicker
          label="Date range"
          today={today}
          max={today}
          value={range}
          onSave={setRange}
          shortcuts={[
            { label: 'Today', range: { from: today, to: today } },
            { label: 'Last 7 days', range: { from: addDays(today, -6), to: today } },
            { label: 'Last 30 days', range: { from: addDays(today, -29), to: today } },
          ]}
          trigger={<Button icon={CalendarIcon}>{range ? `${range.from} – ${range.to}` : 'Choose a range'}</Button>}
        />
      </Line>
    </div>
  )
}

function Files() {
  const [file, setFile] = useState<{ name: string; sizeBytes: number } | null>(null)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <FileDrop
        label="Contacts file"
        help="CSV, XLS, XLSX up to 20 MB"
        file={file}
        onFile={chosen => setFile({ name: chosen.name, sizeBytes: chosen.size })}
        onRemove={() => setFile(null)}
      />
      <div className="flex flex-col gap-3">
        <FileDrop
          label="Under way"
          help=""
          file={{ name: 'retail-members-2026-11.xlsx', sizeBytes: 3_800_000 }}
          onFile={noop}
          onRemove={noop}
          progress={{ sentBytes: 1_200_000, totalBytes: 3_800_000 }}
        />
        <FileDrop
          label="Refused"
          help=""
          file={{ name: 'holiday.mov', sizeBytes: 48_800_000 }}
          onFile={noop}
          onRemove={noop}
          error="The file is larger than 20 MB."
        />
      </div>
    </div>
  )
}

function flip(days: readonly string[], day: string): string[] {
  return days.includes(day) ? days.filter(each => each !== day) : [...days, day]
}
