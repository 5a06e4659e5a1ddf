let watched: Document | null = null

/**
 * Translators of browsers replace a page's texts by `<font>` elements. React keeps pointing to the texts: it couldn't
 * remove one anymore or put something before it, which breaks the page, and a changed one wouldn't show. From now on the
 * element that stands in for a text is removed with it, and a text that changes goes back in its place.
 */
export function surviveTranslation() {
  if (watched === document) return
  watched = document
  const standIns = new WeakMap<Node, Node>()
  const observer = new MutationObserver(follow)

  function follow(records: MutationRecord[]) {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const text of removedNodes) {
        if (text.nodeType !== 3 || text.parentNode) continue
        const standIn = [...addedNodes, previousSibling, nextSibling].find(
          (each) => each?.nodeName === 'FONT',
        )
        if (!standIn) continue
        standIns.set(text, standIn)
        observer.observe(text, { characterData: true })
      }
      const standIn = standIns.get(target)
      if (!standIn?.parentNode || target.parentNode) continue
      // It changed. The browser translates it again.
      standIns.delete(target)
      standIn.parentNode.replaceChild(target, standIn)
    }
  }

  /** The child of `parent` that `child` is, is in, or was replaced by. */
  function presentIn<Child extends Node>(parent: Node, child: Child): Child {
    if (child.parentNode === parent) return child
    follow(observer.takeRecords())
    let at: Node | null | undefined = child.parentNode ? child : standIns.get(child)
    while (at && at.parentNode !== parent) at = at.parentNode
    return (at as Child) ?? child
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(child: Child) {
    return removeChild.call(this, presentIn(this, child)) as Child
  }
  Node.prototype.insertBefore = function <Child extends Node>(node: Child, before: Node | null) {
    return insertBefore.call(this, node, before && presentIn(this, before)) as Child
  }
  observer.observe(document, { childList: true, subtree: true })
}
