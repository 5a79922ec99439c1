import type { Plugin } from 'vite'

/** Functions of react-dom that run only for `<ViewTransition>`, a ref on a `<Fragment>`, `<Activity>`, `<SuspenseList>`, `useActionState` and custom elements; the app has none. */
const LEFT_OUT = [
  'startViewTransition', 'getViewTransitionName', 'getViewTransitionClassName', 'applyViewTransitionToHostInstances', 'applyViewTransitionToHostInstancesRecursive',
  'restoreViewTransitionOnHostInstances', 'commitAppearingPairViewTransitions', 'commitEnterViewTransitions', 'commitDeletedPairViewTransitions',
  'commitExitViewTransitions', 'commitNestedViewTransitions', 'restorePairedViewTransitions', 'restoreEnterOrExitViewTransitions', 'restoreNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive', 'measureNestedViewTransitions', 'applyViewTransitionName', 'restoreViewTransitionName',
  'ViewTransitionPseudoElement', 'createViewTransitionInstance', 'commitAfterMutationEffectsOnFiber', 'trackEnterViewTransitions', 'scheduleViewTransitionEvent',
  'FragmentInstance', 'commitNewChildToFragmentInstance', 'deleteChildFromFragmentInstance', 'commitNewChildToFragmentInstances',
  'commitFragmentInstanceInsertionEffects', 'commitFragmentInstanceDeletionEffects', 'collectClientRects', 'scrollTextNodeIntoView',
  'validateDocumentPositionWithFiberTree', 'indexOfEventListener',
  'updateActivityComponent', 'mountActivityChildren', 'retryActivityComponentWithoutHydrating', 'updateSuspenseListComponent', 'initSuspenseListRenderState',
  'setPropOnCustomElement', 'mountActionState', 'updateActionState', 'rerenderActionState', 'runActionStateAction', 'dispatchActionState',
]
const METHODS = /^FragmentInstance\.prototype\.\w+ = function[^]*?^};$/gm
const REACT_DOM = /\/react-dom\/cjs\/react-dom-client\.production\.js$/

/**
 * react-dom without these parts.
 * @throws Error where it no longer has one of the functions, so that an update of React cannot go unseen.
 */
export function withoutUnusedParts(source: string): string {
  let code = source.replace(METHODS, '')
  if (code === source) throw new Error('react-dom has no FragmentInstance any more; look at app/react-parts-plugin.ts anew.')
  for (const name of LEFT_OUT) {
    const start = code.search(new RegExp(`^function ${name}\\(`, 'm'))
    const open = code.indexOf(') {\n', start)
    const end = code.indexOf('\n}\n', start)
    if (start < 0 || open < 0 || end < open) throw new Error(`react-dom has no function ${name} any more; look at app/react-parts-plugin.ts anew.`)
    code = code.slice(0, open + 3) + code.slice(end + 1)
  }
  return code
}

/** Spares the browser 6 KB of react-dom, which its own build keeps for what the app does not use (decision 013). */
export function reactParts(): Plugin {
  return {
    name: 'react-parts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) => (REACT_DOM.test(id) ? { code: withoutUnusedParts(code), map: null } : null),
  }
}
