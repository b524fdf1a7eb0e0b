import { OrganizationWizard } from './OrganizationWizard.tsx'

/** Where a newcomer starts: the first organization and its first application. */
export function OnboardingPage() {
  return <OrganizationWizard isFirst />
}
