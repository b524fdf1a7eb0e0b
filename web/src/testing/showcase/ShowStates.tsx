import { Hourglass, Plus, RotateCw, Send } from 'lucide-react'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { LoadingBar } from '../../ui/feedback/LoadingBar.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Line, Show } from './Show.tsx'

/** Placeholders for missing content, and what opens in place. */
export function ShowStates() {
  return (
    <Show title="States">
      <div className="grid gap-4 md:grid-cols-2">
        <StateCard
          framed
          kind="empty"
          icon={Send}
          title="Send your first campaign"
          actions={
            <>
              <Button variant="primary" icon={Plus}>
                New campaign
              </Button>
              <Button variant="ghost">Import an audience first</Button>
            </>
          }
        >
          Write once, choose who gets it and when.
        </StateCard>
        <StateCard
          framed
          kind="error"
          title="The list could not be loaded"
          actions={<Button icon={RotateCw}>Retry</Button>}
          details={'GET /api/notifications/delivery  502\nrequest 7f3a-19c2'}
        >
          The server answered 502 and a second try did not help.
        </StateCard>
        <StateCard
          framed
          kind="forbidden"
          title="You have no access to Keys and Integration"
          actions={<Button>Ask for access</Button>}
        >
          Your role “Campaign editor” does not include it.
        </StateCard>
        <StateCard
          framed
          kind="pending"
          title="A change is waiting for approval"
          actions={<Button>View pending approval</Button>}
        >
          Meera Iyer changed the SMTP host today at 9:12 AM.
        </StateCard>
        <StateCard
          framed
          kind="no-data"
          title="No deliveries from Oct 1 to Oct 7, 2026"
          actions={<Button>Show last 30 days</Button>}
        />
        <div className="flex flex-col gap-3">
          <Alert tone="danger" title="2 channels are failing." action={<Link href="#todo">Show what to do</Link>}>
            1,204 deliveries wait for a retry.
          </Alert>
          <Alert tone="warning" title="425 rows have errors and will be skipped.">
            Insert the rest now.
          </Alert>
          <Alert tone="success" title="Saved." />
          <Alert tone="info" title="Editing is paused.">
            The run has started.
          </Alert>
          <Alert>A running campaign keeps the people it started with.</Alert>
          <Line name="Loading">
            <Skeleton width="148px" />
            <Spinner size={16} />
            <LoadingBar active={false} />
          </Line>
        </div>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Disclosure title="Advanced" defaultOpen>
          <p className="p-4">Delivery in the user’s time zone</p>
        </Disclosure>
        <div className="flex flex-col gap-2">
          <Disclosure inline title="8 fields stay as they are">
            name, template, sender
          </Disclosure>
          <Disclosure title="DNS records" defaultOpen>
            <CodeBlock code="v=spf1 include:amazonses.com ~all" copy />
          </Disclosure>
          <Alert icon={Hourglass}>Pending approval</Alert>
        </div>
      </div>
    </Show>
  )
}
