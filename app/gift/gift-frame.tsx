import { type ReactNode, useEffect, useState } from 'react'
import type { Contract, ReplyOf } from '../../domain/contract.ts'
import { ApiError, sendCall } from '../browser/call-api.ts'
import { ThemeToggle } from '../layout/header-parts.tsx'
import { useShop } from '../shop/use-shop.ts'
import { Mark } from '../ui/icons.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import './gift.css'
import '../layout/header.css'
import '../layout/footer.css'

/** 'over': unknown or expired; 'no-answer': not known yet */
export type LinkStanding = 'loading' | 'here' | 'over' | 'no-answer'

/**
 * Opens an emailed link. The page is the same for every link; the browser asks what it is for, with the token from
 * its URL.
 * @param contract takes the token and returns the view
 */
export function useMailedLink<C extends Contract>(contract: C, token: string) {
  const [view, setView] = useState<ReplyOf<C> | null>(null)
  const [standing, setStanding] = useState<LinkStanding>('loading')
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `round` asks again
  useEffect(() => {
    let isGone = false
    setStanding('loading')
    sendCall(contract, { token } as never).then(
      (found) => {
        if (isGone) return
        setView(found)
        setStanding('here')
      },
      (error: unknown) => !isGone && setStanding(isRefused(error) ? 'over' : 'no-answer'),
    )
    return () => {
      isGone = true
    }
  }, [contract, token, round])

  return { view, standing, setView, tryAgain: () => setRound((before) => before + 1) }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

type LinkUnreadProps = {
  standing: LinkStanding
  tryAgain: () => void
  /** the title while it loads */
  title: string
  meanwhile?: ReactNode
  notLoaded?: string
  /** what an expired link was for, and where to go instead */
  children: ReactNode
}

/** Shown while a link is loading, has expired or failed. */
export function LinkUnread(props: LinkUnreadProps) {
  const { standing, tryAgain, title, meanwhile, notLoaded = 'This page didn’t load', children } = props
  return (
    <div className="narrow gift-alone" aria-busy={standing === 'loading' || undefined}>
      {standing === 'loading' && (
        <>
          <h1>{title}</h1>
          {meanwhile ?? <NeedsScript what="This page" />}
          <Skeleton />
        </>
      )}
      {standing === 'over' && (
        <>
          <h1>This link has expired</h1>
          {children}
        </>
      )}
      {standing === 'no-answer' && (
        <>
          <h1>{notLoaded}</h1>
          <p className="lead">We couldn’t reach the shop. Your link still works.</p>
          <p>
            <button className="btn btn-2" type="button" onClick={tryAgain}>
              Try again
            </button>
          </p>
        </>
      )}
    </div>
  )
}

/** The frame of a gift page: the logo, and no link to a price. */
export function GiftFrame({ children }: { children: ReactNode }) {
  const { name, supportEmail, today } = useShop()
  return (
    <>
      <header className="head">
        <div className="wrap">
          <span className="logo">
            <Mark />
            <span>{name}</span>
          </span>
          <div className="head-icons gift-icons">
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="wrap page">{children}</div>
      </main>
      <footer className="foot gift-foot" data-theme="dark">
        <div className="wrap legal">
          <span>
            {supportEmail !== '' && (
              <>
                Questions? <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </>
            )}
          </span>
          <span>
            © {today.slice(0, 4)} {name}
          </span>
        </div>
      </footer>
    </>
  )
}
