/**
 * All screens of a merchant, in the order of the menu. Each is loaded when somebody goes there. A
 * screen whose group is null stands in no menu: something else links to it.
 */
import { lazy } from 'preact-iso'
import type { ComponentType } from 'preact'
import type { Right } from './api/identity.ts'
import type { AddressProps } from './parts/screen.tsx'

export type MenuScreen = {
  /** Follows `/dashboard/{network}`. */
  path: string
  title: string
  group: 'Business' | 'Numbers' | 'Developers' | 'Settings' | null
  /** The right that the visitor's role needs, where that is more than to read. */
  right?: Right
  /** Screens that stand in no menu and belong to this one. */
  besides?: readonly string[]
  Component: ComponentType<AddressProps>
}

export const screens: readonly MenuScreen[] = [
  {
    path: '/',
    title: 'Home',
    group: 'Business',
    Component: lazy(() => import('./screens/home/home.tsx')),
  },
  {
    path: '/payments',
    title: 'Payments',
    group: 'Business',
    Component: lazy(() => import('./screens/payments/payments.tsx')),
  },
  {
    path: '/exceptions',
    title: 'Exceptions',
    group: 'Business',
    Component: lazy(() => import('./screens/exceptions/exceptions.tsx')),
  },
  {
    path: '/payments/:id',
    title: 'Payment',
    group: null,
    Component: lazy(() => import('./screens/payments/payment.tsx')),
  },
  {
    path: '/plans',
    title: 'Plans',
    group: 'Business',
    Component: lazy(() => import('./screens/plans/plans.tsx')),
  },
  {
    path: '/plans/:id',
    title: 'Plan',
    group: null,
    Component: lazy(() => import('./screens/plans/plan.tsx')),
  },
  {
    path: '/subscriptions',
    title: 'Subscriptions',
    group: 'Business',
    Component: lazy(() => import('./screens/subscriptions/subscriptions.tsx')),
  },
  {
    path: '/subscriptions/:id',
    title: 'Subscription',
    group: null,
    Component: lazy(() => import('./screens/subscriptions/subscription.tsx')),
  },
  {
    path: '/at-risk',
    title: 'At risk',
    group: null,
    Component: lazy(() => import('./screens/subscriptions/at-risk.tsx')),
  },
  {
    path: '/charges',
    title: 'Charges',
    group: 'Business',
    Component: lazy(() => import('./screens/charges/charges.tsx')),
  },
  {
    path: '/customers',
    title: 'Customers',
    group: 'Business',
    Component: lazy(() => import('./screens/customers/customers.tsx')),
  },
  {
    path: '/forecast',
    title: 'Forecast',
    group: 'Numbers',
    Component: lazy(() => import('./screens/forecast/forecast.tsx')),
  },
  {
    path: '/forecast/charges',
    title: 'Charges to come',
    group: null,
    Component: lazy(() => import('./screens/forecast/charges-to-come.tsx')),
  },
  {
    path: '/metrics',
    title: 'Metrics',
    group: 'Numbers',
    Component: lazy(() => import('./screens/metrics/metrics.tsx')),
  },
  {
    path: '/reconciliation',
    title: 'Reconciliation',
    group: 'Numbers',
    Component: lazy(() => import('./screens/reconciliation/reconciliation.tsx')),
  },
  {
    path: '/reconciliation/differences',
    title: 'What differs',
    group: null,
    Component: lazy(() => import('./screens/reconciliation/differences.tsx')),
  },
  {
    path: '/anomalies',
    title: 'Anomalies',
    group: 'Developers',
    Component: lazy(() => import('./screens/anomalies/anomalies.tsx')),
  },
  {
    path: '/clock',
    title: 'Test clock',
    group: 'Developers',
    Component: lazy(() => import('./screens/developers/clock.tsx')),
  },
  {
    path: '/events',
    title: 'Events and deliveries',
    group: 'Developers',
    besides: ['/deliveries'],
    Component: lazy(() => import('./screens/events/events.tsx')),
  },
  {
    path: '/events/:id',
    title: 'Event',
    group: null,
    Component: lazy(() => import('./screens/events/event.tsx')),
  },
  {
    path: '/deliveries',
    title: 'Deliveries',
    group: null,
    Component: lazy(() => import('./screens/deliveries/deliveries.tsx')),
  },
  {
    path: '/deliveries/:id',
    title: 'Delivery',
    group: null,
    Component: lazy(() => import('./screens/deliveries/delivery.tsx')),
  },
  {
    path: '/requests',
    title: 'Request log',
    group: 'Developers',
    right: 'inspect',
    Component: lazy(() => import('./screens/requests/requests.tsx')),
  },
  {
    path: '/requests/:id',
    title: 'API request',
    group: null,
    right: 'inspect',
    Component: lazy(() => import('./screens/requests/request.tsx')),
  },
  {
    path: '/setup',
    title: 'Setup',
    group: 'Settings',
    Component: lazy(() => import('./screens/setup/setup.tsx')),
  },
  {
    path: '/integration',
    title: 'Integration',
    group: 'Settings',
    right: 'inspect',
    Component: lazy(() => import('./screens/integration/integration.tsx')),
  },
  {
    path: '/profile',
    title: 'What payers see',
    group: 'Settings',
    Component: lazy(() => import('./screens/profile/profile.tsx')),
  },
  {
    path: '/money',
    title: 'Money',
    group: 'Settings',
    Component: lazy(() => import('./screens/money/money.tsx')),
  },
  {
    path: '/verification',
    title: 'Verification',
    group: 'Settings',
    Component: lazy(() => import('./screens/verification/verification.tsx')),
  },
  {
    path: '/mails',
    title: 'Mails',
    group: 'Settings',
    Component: lazy(() => import('./screens/mails/mails.tsx')),
  },
  ...pagesOfEntities(),
  {
    path: '/team',
    title: 'Team',
    group: 'Settings',
    right: 'people',
    Component: lazy(() => import('./screens/team/team.tsx')),
  },
  {
    path: '/audit',
    title: 'Audit log',
    group: 'Settings',
    right: 'audit',
    Component: lazy(() => import('./screens/team/audit.tsx')),
  },
  {
    path: '/account',
    title: 'Security',
    group: 'Settings',
    Component: lazy(() => import('./screens/account/account.tsx')),
  },
  {
    path: '/payers/:id',
    title: 'Payer',
    group: null,
    Component: lazy(() => import('./screens/payers/payer.tsx')),
  },
]

/** Everything that keeps a journal has a page; those with more to show have one of their own above. */
function pagesOfEntities(): MenuScreen[] {
  const plurals = [
    ['charges', 'Charge'],
    ['transactions', 'Transaction'],
    ['destinations', 'Endpoint'],
    ['verifications', 'Verification'],
    ['gasWallets', 'Gas wallet'],
    ['permits', 'Permit'],
  ] as const
  const customer = {
    path: '/customers/:id',
    title: 'Customer',
    group: null,
    Component: lazy(() => import('./screens/customers/customer.tsx')),
  }
  const others = plurals.map(([entity, title]) => ({
    path: `/${entity}/:id`,
    title,
    group: null,
    Component: lazy(async () => {
      const { screenOf } = await import('./screens/entity/entity.tsx')
      return { default: screenOf(entity) }
    }),
  }))
  return [customer, ...others]
}
