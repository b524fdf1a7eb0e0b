import { Copy, Globe, Hourglass, Mail, Send, Smartphone, Trash2, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { Badge, type BadgeType } from '../../ui/layout/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { NameCell, ValueOrDash, TwoLines } from '../../ui/table/NameCell.tsx'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { SearchInput } from '../../ui/controls/SearchInput.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import type { TableColumn, TableSort } from '../../ui/table/table-types.ts'
import { Line, Show } from './Show.tsx'
import { channels, noop } from './specimens.ts'

type Campaign = {
  id: string
  name: string
  audience: string
  icon: LucideIcon
  ink: string
  channel: string
  status: string
  badge: BadgeType
  when: string
  how: string
  recipients: number
  opened: string | null
  by: string
}

const email = { icon: Mail, ink: 'text-ch-email', channel: 'Email' }
const campaigns: Campaign[] = [
  {
    id: 'c1',
    name: 'Weekly refill reminder',
    audience: 'Subscribers, refill due',
    ...email,
    status: 'Scheduled',
    badge: 'secondary',
    when: 'Tue, Nov 17, 9:30 AM',
    how: 'Recurring · every Tuesday',
    recipients: 12482,
    opened: null,
    by: 'Asha R.',
  },
  {
    id: 'c2',
    name: 'Winter lookbook',
    audience: 'Newsletter, all',
    ...email,
    status: 'Pending approval',
    badge: 'mellow',
    when: 'Sat, Nov 14, 9:00 AM',
    how: 'One time',
    recipients: 44870,
    opened: null,
    by: 'Dev K.',
  },
  {
    id: 'c3',
    name: 'Autumn restock',
    audience: 'Active buyers, 90 days',
    ...email,
    status: 'Executing',
    badge: 'secondary',
    when: 'Today, 10:02 AM',
    how: 'One time',
    recipients: 46336,
    opened: '7.2%',
    by: 'Meera I.',
  },
  {
    id: 'c4',
    name: 'Cart reminder',
    audience: 'Cart older than 24 hours',
    icon: Smartphone,
    ink: 'text-ch-mobilepush',
    channel: 'Mobile push',
    status: 'Ended',
    badge: 'light-green',
    when: 'Thu, Nov 12, 8:15 AM',
    how: 'Recurring · every 4 hours',
    recipients: 1264,
    opened: '11.7%',
    by: 'Meera I.',
  },
  {
    id: 'c5',
    name: 'Price drop alert',
    audience: 'Wishlist, any price drop',
    icon: Globe,
    ink: 'text-ch-webpush',
    channel: 'Web push',
    status: 'Failed',
    badge: 'danger',
    when: 'Fri, Nov 6, 7:00 PM',
    how: 'One time',
    recipients: 5518,
    opened: null,
    by: 'Jonas O.',
  },
]

const columns: TableColumn<Campaign>[] = [
  {
    id: 'name',
    header: 'Campaign',
    sortable: true,
    cell: row => (
      <NameCell
        name={row.name}
        sub={row.audience}
        href={`#${row.id}`}
        icon={row.icon}
        iconClass={row.ink}
        iconLabel={row.channel}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    card: 'badge',
    skeleton: 'badge',
    cell: row => (
      <Badge type={row.badge} live={row.status === 'Executing'} icon={row.badge === 'mellow' ? Hourglass : undefined}>
        {row.status}
      </Badge>
    ),
  },
  {
    id: 'when',
    header: 'Schedule',
    sortable: true,
    skeleton: 'two-lines',
    cell: row => <TwoLines sub={row.how}>{row.when}</TwoLines>,
  },
  {
    id: 'recipients',
    header: 'Recipients',
    align: 'end',
    sortable: true,
    cell: row => (
      <Link tone="door" href={`#${row.id}-recipients`}>
        {row.recipients.toLocaleString('en')}
      </Link>
    ),
  },
  { id: 'opened', header: 'Opened', align: 'end', cell: row => <ValueOrDash>{row.opened}</ValueOrDash> },
  {
    id: 'by',
    header: 'Updated by',
    card: 'hidden',
    cell: row => (
      <span className="flex items-center gap-2 text-ink-2">
        <Avatar id={row.by} name={row.by} />
        <bdi>{row.by}</bdi>
      </span>
    ),
  },
]

const views = ['rows', 'loading', 'fetching', 'empty', 'dense'] as const
type View = (typeof views)[number]

/** A list in each of its states. */
export function ShowTable() {
  const [view, setView] = useState<View>('rows')
  const [sort, setSort] = useState<TableSort>({ column: 'when', descending: true })
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(10)
  return (
    <Show title="Table">
      <Line name="State">
        <Segmented
          aria-label="State of the table"
          segments={views.map(value => ({ value, label: value }))}
          value={view}
          onChange={setView}
        />
      </Line>
      <DataTable
        label="Campaigns"
        columns={columns}
        rows={view === 'loading' ? undefined : view === 'empty' ? [] : campaigns}
        rowId={row => row.id}
        rowName={row => row.name}
        dense={view === 'dense'}
        fetching={view === 'fetching'}
        sort={sort}
        onSort={setSort}
        currentRow="c3"
        selection={{ ids, onChange: setIds, actions: () => <Button size="sm">Pause</Button> }}
        rowMenu={() => [
          { label: 'Duplicate', icon: Copy, onSelect: noop },
          { separator: true },
          { label: 'Delete', icon: Trash2, danger: true, onSelect: noop },
        ]}
        toolbar={<Filters />}
        empty={
          <StateCard
            kind="empty"
            icon={Send}
            title="No campaign matches “Oslo”"
            actions={<Button>Clear filters</Button>}
          />
        }
        footer={
          <Pagination
            page={page}
            perPage={perPage}
            total={134}
            onPage={setPage}
            perPageChoices={[10, 25, 50]}
            onPerPage={setPerPage}
          />
        }
      />
    </Show>
  )
}

function Filters() {
  const [text, setText] = useState('')
  const [channel, setChannel] = useState<string | null>(null)
  return (
    <Toolbar
      find={<SearchInput value={text} onChange={setText} placeholder="Find by name" debounceMs={300} />}
      end={<Button size="sm">Columns</Button>}
    >
      <FilterChip label="Channel" allText="all" options={channels} value={channel} onChange={setChannel} />
    </Toolbar>
  )
}
