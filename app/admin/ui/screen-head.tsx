import type { ReactNode, Ref } from 'react'

type ScreenHeadProps = {
  title: ReactNode
  /** of the title, to move the focus there */
  titleRef?: Ref<HTMLHeadingElement>
  /** the link to the screen this one belongs to */
  back?: ReactNode
  /** what the screen shows now, read out when it changes; null until it's known */
  status?: ReactNode
  /** what the screen is for or about */
  note?: ReactNode
  /** what else stands under the title */
  more?: ReactNode
  /** the screen's tools */
  children?: ReactNode
}

/** The head of an admin screen: its title, and on the other side its tools. */
export function ScreenHead({ title, titleRef, back, status, note, more, children }: ScreenHeadProps) {
  return (
    <div className="adm-bar">
      <div>
        {back && <p className="quiet adm-back">{back}</p>}
        <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
          {title}
        </h1>
        {status !== undefined && (
          <p className="quiet num" role="status">
            {status ?? '\u00a0'}
          </p>
        )}
        {note && <p className="quiet">{note}</p>}
        {more}
      </div>
      {children}
    </div>
  )
}
