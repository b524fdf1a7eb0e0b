import { ChevronDown, Download, Ellipsis, Pause, Pencil, Plus, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AppMark, Avatar } from '../../ui/layout/Avatar.tsx'
import { Badge, type BadgeType } from '../../ui/layout/Badge.tsx'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { ChipButton, CountChip } from '../../ui/controls/ChipButton.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Count } from '../../ui/table/Count.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Kbd } from '../../ui/layout/Kbd.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { LiveDot } from '../../ui/feedback/LiveDot.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { Line, Show } from './Show.tsx'
import { channels, noop } from './specimens.ts'

const badgeTypes: BadgeType[] = [
  'transparent-full',
  'light-green',
  'mellow',
  'lime-green',
  'secondary',
  'light-blue',
  'danger',
  'spanish-green',
  'pink-lotus',
]

/** Buttons, links, menus, chips, badges and marks. */
export function ShowActions() {
  return (
    <Show title="Actions and marks">
      <Buttons />
      <MenusAndChips />
      <Line name="Link">
        <Link href="#link">Open run</Link>
        <Link href="#door" tone="door">
          46,336
        </Link>
        <Kbd>/</Kbd>
        <Count>34</Count>
        <LiveDot className="mx-1" />
        <CopyButton text="dl_01JCG7Q4T2V9" />
        <CopyButton text="dl_01JCG7Q4T2V9" iconOnly />
      </Line>
      <Line name="Badge">
        {badgeTypes.map(type => (
          <Badge key={type} type={type}>
            {type}
          </Badge>
        ))}
        <Badge live>Executing</Badge>
        <Badge type="mellow" icon={Pause}>
          Paused
        </Badge>
      </Line>
      <Line name="Avatar, mark">
        {['u1', 'u2', 'u3', 'u4', 'u5', 'u6'].map(id => (
          <Avatar key={id} id={id} name="Asha Raman" />
        ))}
        <Avatar id="u7" name="Lin" size="lg" />
        <AppMark id="a1" name="Harbor Pine" />
        <AppMark id="a2" name="Kite Ledger" size="lg" />
      </Line>
    </Show>
  )
}

function Buttons() {
  return (
    <>
      <Line name="Button">
        <Button icon={Download}>Export</Button>
        <Button variant="primary" icon={Plus}>
          New campaign
        </Button>
        <Button variant="ghost">Discard</Button>
        <Button variant="danger" icon={Trash2}>
          Delete bell
        </Button>
        <Button loading>Saving</Button>
        <Button variant="primary" loading>
          Saving
        </Button>
        <Button disabled>Save prompts</Button>
        <Button variant="ghost" disabled>
          Resend
        </Button>
      </Line>
      <Line name="Sizes">
        <Button size="sm" icon={Pause}>
          Pause
        </Button>
        <Button>Pause</Button>
        <Button size="lg">Continue with LinkedIn</Button>
        <ButtonLink href="#button-link" iconEnd={ChevronDown}>
          Organization: all
        </ButtonLink>
        <IconButton icon={Pencil} label="Rename" />
        <IconButton icon={RotateCw} label="Show others" size="sm" variant="plain" />
        <IconButton icon={Ellipsis} label="More" disabled />
      </Line>
    </>
  )
}

function MenusAndChips() {
  const [channel, setChannel] = useState<string | null>(null)
  const [statuses, setStatuses] = useState<string[]>(['sms', 'whatsapp'])
  const [pressed, setPressed] = useState(true)
  return (
    <Line name="Menu, chips">
      <Menu
        trigger={<Button iconEnd={ChevronDown}>Actions</Button>}
        items={[
          { label: 'Edit', icon: Pencil, onSelect: noop },
          { label: 'Open run', href: '#run', hint: '3' },
          { label: 'Resend', disabled: true, onSelect: noop },
          { separator: true },
          { label: 'Delete', icon: Trash2, danger: true, onSelect: noop },
        ]}
      />
      <FilterChip label="Channel" allText="all" options={channels} value={channel} onChange={setChannel} />
      <FilterChip multiple label="Status" allText="all" options={channels} value={statuses} onChange={setStatuses} />
      <ChipButton label="Date" value="last 30 days" />
      <CountChip label="Delivered" count="30,703" pressed={pressed} onPress={() => setPressed(!pressed)} />
      <CountChip label="Failed" count="283" pressed={false} onPress={noop} />
    </Line>
  )
}
