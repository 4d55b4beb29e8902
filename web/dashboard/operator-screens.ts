/** The screens of those who run the service, in the order of the menu: below `/dashboard/operator`. */
import { lazy } from 'preact-iso'
import type { AddressProps } from './parts/screen.tsx'
import type { ComponentType } from 'preact'

export type OperatorScreen = {
  path: string
  title: string
  /** Null: it stands in no menu, something else links to it. */
  group: 'Service' | 'Merchants' | 'People' | null
  Component: ComponentType<AddressProps>
  /** It stands in the menu only where there are several cells. */
  ofCells?: true
}

export const operatorScreens: readonly OperatorScreen[] = [
  {
    path: '/',
    title: 'What is stuck',
    group: 'Service',
    Component: lazy(() => import('./screens/service/stuck.tsx')),
  },
  {
    path: '/processes',
    title: 'Processes',
    group: 'Service',
    Component: lazy(() => import('./screens/service/processes.tsx')),
  },
  {
    path: '/chains',
    title: 'Chains',
    group: 'Service',
    Component: lazy(() => import('./screens/operator/chains.tsx')),
  },
  {
    path: '/gas-wallets',
    title: 'Gas wallets',
    group: 'Service',
    Component: lazy(() => import('./screens/operator/gas-wallets.tsx')),
  },
  {
    path: '/machines',
    title: 'Machines by state',
    group: 'Service',
    Component: lazy(() => import('./screens/operator/machines.tsx')),
  },
  {
    path: '/cells',
    title: 'Cells',
    group: 'Service',
    ofCells: true,
    Component: lazy(() => import('./screens/service/cells.tsx')),
  },
  {
    path: '/tables',
    title: 'Tables by month',
    group: 'Service',
    Component: lazy(() => import('./screens/service/tables.tsx')),
  },
  {
    path: '/mails',
    title: 'Mails',
    group: 'Service',
    Component: lazy(() => import('./screens/operator/mails.tsx')),
  },
  {
    path: '/merchants',
    title: 'Merchants',
    group: 'Merchants',
    Component: lazy(() => import('./screens/operator/merchants.tsx')),
  },
  {
    path: '/merchants/:id',
    title: 'Merchant',
    group: null,
    Component: lazy(() => import('./screens/operator/merchant.tsx')),
  },
  {
    path: '/verifications',
    title: 'Verifications',
    group: 'Merchants',
    Component: lazy(() => import('./screens/operator/verifications.tsx')),
  },
  {
    path: '/verifications/:id',
    title: 'Verification',
    group: null,
    Component: lazy(() => import('./screens/operator/verification.tsx')),
  },
  {
    path: '/accounts',
    title: 'Accounts',
    group: 'People',
    Component: lazy(() => import('./screens/operator/accounts.tsx')),
  },
  {
    path: '/audit',
    title: 'Audit log',
    group: 'People',
    Component: lazy(() => import('./screens/operator/audit.tsx')),
  },
  {
    path: '/security',
    title: 'Security',
    group: 'People',
    Component: lazy(() => import('./screens/account/account.tsx')),
  },
]
