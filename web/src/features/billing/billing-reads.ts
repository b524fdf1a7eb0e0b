import { listInvoices, readInvoice } from '@notifly/contracts/billing/invoices'
import { listPlans, readUsage } from '@notifly/contracts/billing/plans'
import { listSubscriptions } from '@notifly/contracts/billing/subscriptions'

/** Every call whose data a payment may change. */
export const BILLING_READS = [listSubscriptions, listPlans, readUsage, listInvoices, readInvoice] as const
