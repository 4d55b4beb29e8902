/** Starts the manage page. */
import { loadManageTexts } from '../messages/manage/load-manage-texts.ts'
import { startPage } from '../session/start-page.tsx'
import { Page } from './page.tsx'

await startPage(loadManageTexts, Page)
