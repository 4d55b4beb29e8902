/** The screens of those who run the service, in the order of the menu: below `/dashboard/operator`. */
import { lazy } from 'preact-iso'
import type { ScreenProps } from './screens.ts'
import type { ComponentType } from 'preact'

export type OperatorScreen = { path: string; title: string; Component: ComponentType<ScreenProps> }

export const operatorScreens: readonly OperatorScreen[] = [
  {
    path: '/',
    title: 'What is stuck',
    Component: lazy(() => import('./screens/operator/stuck.tsx')),
  },
  {
    path: '/machines',
    title: 'Machines by state',
    Component: lazy(() => import('./screens/operator/machines.tsx')),
  },
  {
    path: '/merchants',
    title: 'Merchants',
    Component: lazy(() => import('./screens/operator/merchants.tsx')),
  },
  {
    path: '/verifications',
    title: 'Verifications',
    Component: lazy(() => import('./screens/operator/verifications.tsx')),
  },
  {
    path: '/audit',
    title: 'Audit log',
    Component: lazy(() => import('./screens/operator/audit.tsx')),
  },
  {
    path: '/security',
    title: 'Security',
    Component: lazy(() => import('./screens/account/account.tsx')),
  },
]
