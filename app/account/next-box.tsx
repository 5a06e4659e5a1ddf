import { useState } from 'react'
import type { MembershipView } from '../../domain/account/account-view.ts'
import { BoxWords } from './box-words.tsx'
import { CancelPanel } from './cancel-panel.tsx'
import { CancelledNote } from './cancelled-note.tsx'
import { CardProblem } from './card-problem.tsx'
import { MembershipActs } from './membership-acts.tsx'
import { MonthRun } from './month-run.tsx'
import { type Notice, NoticeLine } from './notice.tsx'
import { PaidFacts } from './paid-facts.tsx'
import type { Panel } from './panel.ts'
import { PausePanel } from './pause-panel.tsx'
import { PlanPanel, PlanToCome } from './plan-panel.tsx'
import { SizeWanted } from './size-wanted.tsx'
import { TastePanel } from './taste-panel.tsx'
import { useMonths } from './use-months.ts'

type NextBoxProps = { membership: MembershipView; hasPicture: boolean }

/** The sheet of the next box: its dates, the months, what is paid, and everything that changes them. */
export function NextBox({ membership, hasPicture }: NextBoxProps) {
  const [panel, setPanel] = useState<Panel | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const done = (said: Notice) => {
    setPanel(null)
    setNotice(said)
  }
  const months = useMonths(membership, done)
  const shared = { membership, months }
  const toggle = (which: Panel) => {
    setNotice(null)
    setPanel(panel === which ? null : which)
  }
  return (
    <section
      className={hasPicture ? 'next-box sheet' : 'next-box next-box-plain sheet'}
      aria-label="Next box"
    >
      <div className="next-words">
        <NoticeLine notice={notice} />
        <CardProblem membership={membership} />
        <CancelledNote {...shared} />
        <SizeWanted membership={membership} isOpen={panel === 'taste'} onOpen={() => toggle('taste')} />
        <BoxWords membership={membership} />
        <MonthRun membership={membership} />
        <PaidFacts membership={membership} />
        <PlanToCome membership={membership} onDone={done} />
        <MembershipActs {...shared} panel={panel} onPanel={toggle} />
      </div>
      {hasPicture && (
        <div className="next-pic">
          <picture>
            <source type="image/avif" srcSet="/pictures/hero-mobile-960.avif" />
            <img src="/pictures/hero-mobile-960.webp" alt="" width={960} height={720} decoding="async" />
          </picture>
        </div>
      )}
      {panel && (
        <div className="next-panel">
          {panel === 'pause' && <PausePanel {...shared} />}
          {panel === 'cancel' && <CancelPanel {...shared} onPanel={setPanel} />}
          {panel === 'plan' && <PlanPanel membership={membership} onDone={done} />}
          {panel === 'taste' && (
            <TastePanel id={`taste-${membership.id}`} membership={membership} onDone={done} />
          )}
        </div>
      )}
    </section>
  )
}
