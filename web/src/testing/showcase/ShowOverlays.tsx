import { Check, Filter, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { CountdownBar } from '../../ui/feedback/CountdownBar.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { DialogSize } from '../../ui/overlays/DialogSurface.tsx'
import { Drawer } from '../../ui/overlays/Drawer.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Timeline } from '../../ui/layout/Timeline.tsx'
import { Line, Show } from './Show.tsx'
import { noop } from './specimens.ts'

/** Everything that opens above the page. */
export function ShowOverlays() {
  return (
    <Show title="Overlays and messages">
      <Dialogs />
      <DrawerSpecimen />
      <Line name="Popover, tooltip">
        <Popover
          trigger={<Button>Open popover</Button>}
          title="Quiet hours"
          footer={close => <Button onClick={close}>Done</Button>}
        >
          Nothing is delivered between 10:00 PM and 8:00 AM.
        </Popover>
      </Line>
      <Line name="Toast">
        <Button
          onClick={() => showToast({ tone: 'success', title: 'Campaign scheduled', text: 'First send Tue, Nov 17' })}
        >
          Success toast
        </Button>
        <Button
          onClick={() =>
            showToast({
              tone: 'danger',
              title: 'Test email was refused',
              text: 'The sender address is not verified at Amazon SES',
              link: { label: 'Open platform settings', href: '#platform' },
              duration: 'message',
            })
          }
        >
          Failure toast
        </Button>
      </Line>
    </Show>
  )
}

function Dialogs() {
  const [size, setSize] = useState<DialogSize | null>(null)
  const [asking, setAsking] = useState(false)
  return (
    <Line name="Dialog">
      <Button onClick={() => setSize('md')}>Dialog 560</Button>
      <Button onClick={() => setSize('lg')}>Dialog 760</Button>
      <Button onClick={() => setSize('xl')}>Dialog 1040</Button>
      <Button onClick={() => setAsking(true)}>Delete bell</Button>
      <Dialog
        open={size !== null}
        onOpenChange={open => !open && setSize(null)}
        size={size ?? 'md'}
        title="Approve request"
        description="Campaigns Email · Winter lookbook"
        onSubmit={event => {
          event.preventDefault()
          setSize(null)
        }}
        footerStart={<Button variant="ghost">Preview the email</Button>}
        footer={
          <>
            <Button onClick={() => setSize(null)}>Cancel</Button>
            <Button variant="primary" type="submit">
              Submit approval
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <CountdownBar
            seconds={10}
            label="Time left"
            text={left => `Redirecting to applications in ${left} s`}
            onDone={noop}
          />
          <Field label="Description" optional>
            <TextInput />
          </Field>
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete bell?"
        action="Delete bell"
        onConfirm={() => setAsking(false)}
      >
        Visitors of harborandpine.example no longer see it.
      </ConfirmDialog>
    </Line>
  )
}

const recipients = ['Ishita Menon', 'Tomas Vrba', 'Noor Haddad']

function DrawerSpecimen() {
  const [index, setIndex] = useState<number | null>(null)
  const name = recipients[index ?? 0] ?? ''
  const at = index ?? 0
  return (
    <Line name="Drawer">
      <Button onClick={() => setIndex(1)}>Open recipient</Button>
      <Drawer
        open={index !== null}
        onOpenChange={open => !open && setIndex(null)}
        mark={<Avatar id={name} name={name} size="lg" />}
        title={<bdi>{name}</bdi>}
        subtitle="tomas.vrba@posta.example"
        status={
          <>
            <Badge type="light-green">Delivered</Badge> 29 seconds after the run reached this contact
          </>
        }
        onPrevious={at > 0 ? () => setIndex(at - 1) : undefined}
        onNext={at < recipients.length - 1 ? () => setIndex(at + 1) : undefined}
        footer={<Button icon={RotateCw}>Resend</Button>}
      >
        <KeyValues
          items={[
            { id: 'delivery', label: 'Delivery', value: 'dl_01JCG7Q4T2V9' },
            { id: 'segment', label: 'Segment', value: 'Active buyers, 90 days' },
          ]}
        />
        <Timeline
          label="Audit trail"
          events={[
            { id: '1', icon: Filter, title: 'Added to the run', source: 'Notifly', time: '10:02:01.114' },
            {
              id: '2',
              icon: Check,
              tone: 'success',
              title: 'Delivered to mx1.posta.example',
              source: 'SES event',
              time: '10:07:31.552',
              children: <CodeBlock code="250 2.0.0 OK queued as 4F8x2QzT1p" />,
            },
          ]}
        />
      </Drawer>
    </Line>
  )
}
