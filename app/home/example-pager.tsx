import { Icon } from '../ui/icons.tsx'

type ExamplePagerProps = { index: number; count: number; onGo: (index: number) => void }

/** "2 of 3 examples", and the ways to the others when there are others. */
export function ExamplePager({ index, count, onGo }: ExamplePagerProps) {
  return (
    <div className="pager">
      {count > 1 && (
        <>
          <button
            className="icon-btn"
            type="button"
            aria-label="Previous example"
            onClick={() => onGo(index - 1)}
          >
            <Icon name="left" />
          </button>
          <div className="dots">
            {Array.from({ length: count }, (_, place) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the dot stands for
                key={place}
                type="button"
                aria-label={`Example ${place + 1}`}
                aria-current={place === index}
                onClick={() => onGo(place)}
              />
            ))}
          </div>
          <button
            className="icon-btn"
            type="button"
            aria-label="Next example"
            onClick={() => onGo(index + 1)}
          >
            <Icon name="right" />
          </button>
        </>
      )}
      <span className="note num" aria-live="polite">
        {index + 1} of {count} examples
      </span>
    </div>
  )
}
