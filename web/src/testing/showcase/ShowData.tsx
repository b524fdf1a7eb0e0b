import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/layout/Badge.tsx'
import { BrandMark } from '../../ui/layout/BrandMark.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Legend } from '../../ui/layout/Legend.tsx'
import { LiveDot } from '../../ui/feedback/LiveDot.tsx'
import { FormColumn, Section, Stack, WithAside } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { StatRow } from '../../ui/layout/StatRow.tsx'
import { Steps } from '../../ui/layout/Steps.tsx'
import { TabLinks, Tabs } from '../../ui/layout/Tabs.tsx'
import { Show } from './Show.tsx'

/** Page parts that carry numbers, and the ways between them. */
export function ShowData() {
  return (
    <Stack>
      <Show title="Page parts">
        <PageHeader
          crumbs={[
            { label: 'Delivery', href: '#delivery' },
            { label: 'Email', href: '#email' },
          ]}
          title="Autumn restock, run 1"
          badge={<Badge live>Executing</Badge>}
          facts="Today, 10:02 AM · Active buyers, 90 days"
          actions={
            <>
              <Button icon={Download}>Export</Button>
              <Button variant="primary" icon={Plus}>
                New campaign
              </Button>
            </>
          }
        />
        <Navigation />
      </Show>
      <Run />
      <WithAside aside={<Summary />}>
        <Section title="Message type" help="Days this campaign sends.">
          <FormColumn>
            <Panel title="Funnel" actions="unique recipients" footer="224 have no usable address">
              Content of a panel
            </Panel>
          </FormColumn>
        </Section>
      </WithAside>
    </Stack>
  )
}

function Navigation() {
  const [tab, setTab] = useState('bell')
  return (
    <>
      <TabLinks
        label="Campaigns"
        value="all"
        tabs={[
          { value: 'all', label: 'All', count: 34, href: '#all' },
          { value: 'executing', label: 'Executing', count: 1, href: '#executing' },
          { value: 'drafts', label: 'Drafts', count: 4, href: '#drafts' },
        ]}
      />
      <Tabs
        label="Prompts"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'bell', label: 'Bell', badge: <Badge type="light-green">Active</Badge> },
          { value: 'slide', label: 'Slide prompt' },
          { value: 'inline', label: 'Inline link button' },
        ]}
      >
        Settings of the {tab}
      </Tabs>
      <div className="flex flex-wrap items-center gap-4">
        <BrandMark />
        <Steps
          current="when"
          onSelect={() => {}}
          steps={[
            { id: 'who', label: 'Who', done: true },
            { id: 'what', label: 'What', done: true },
            { id: 'when', label: 'When' },
            { id: 'review', label: 'Review', disabled: true },
          ]}
        />
      </div>
    </>
  )
}

function Run() {
  return (
    <>
      <Panel
        title="Autumn restock"
        meta={
          <>
            <LiveDot className="mx-1" /> Started 10:02 AM
          </>
        }
      >
        <div className="flex flex-col gap-2">
          <ProgressBar
            size="tall"
            label="Autumn restock"
            valueText="31,482 of 46,336 sent"
            segments={[
              { share: 0.6634 },
              { share: 0.0099, tone: 'accent-soft' },
              { share: 0.004, tone: 'warning' },
              { share: 0.0021, tone: 'danger' },
            ]}
          />
          <Legend
            items={[
              { id: 'delivered', label: 'Delivered', value: '30,741', tone: 'accent' },
              { id: 'awaiting', label: 'Awaiting report', value: '458', tone: 'accent-soft' },
              { id: 'bounced', label: 'Bounced', value: '187', tone: 'warning' },
              { id: 'failed', label: 'Failed', value: '96', tone: 'danger' },
              { id: 'waiting', label: 'Waiting', value: '14,854', tone: 'rest' },
            ]}
          />
          <Legend
            lines
            items={[
              { id: 'now', label: 'This period', tone: 1 },
              { id: 'before', label: 'Period before', tone: 'prev' },
            ]}
          />
        </div>
      </Panel>
      <StatRow
        label="Run"
        stats={[
          { id: 'recipients', label: 'Recipients', value: '46,336', href: '#r', detail: 'of 48,210 matched' },
          { id: 'delivered', label: 'Delivered', value: '30,741', href: '#d', detail: '97.9% of accepted' },
          {
            id: 'rate',
            label: 'Open rate',
            value: '34.2%',
            detail: '↑ 1.6 pt from 32.6%',
          },
          { id: 'none', label: 'Clicked', value: '–' },
          { id: 'skipped', label: 'Skipped', value: '1,874', href: '#s', detail: '5 reasons' },
        ]}
      />
    </>
  )
}

function Summary() {
  return (
    <Panel title="Summary">
      <KeyValues
        lines
        items={[
          { id: 'all', label: 'All contacts', value: '61,874' },
          { id: 'countries', label: 'In 7 countries', value: '12,961', indent: true },
          { id: 'match', label: 'Opened or clicked', value: '8,142', strong: true },
        ]}
      />
      <ProgressBar
        meter
        size="thin"
        label="Email reach"
        className="mt-4"
        segments={[{ share: 0.97, tone: 'neutral' }]}
      />
    </Panel>
  )
}
