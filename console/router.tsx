import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { AssistantAside, AssistantButton } from './pages/assistant/assistant-button.tsx';
import { navigation } from './pages/navigation.ts';
import { NotificationBell } from './pages/notifications/notification-bell.tsx';
import { root, routes } from './pages/routes.ts';
import { PageFailed } from './parts/page-failed.tsx';
import { PageNotFound } from './parts/page-not-found.tsx';
import { Shell } from './parts/shell.tsx';

function BarTools() {
  return (
    <>
      <NotificationBell />
      <AssistantButton />
    </>
  );
}

root.update({
  component: () => <Shell navigation={navigation} tools={<BarTools />} aside={<AssistantAside />} />,
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: navigation[0].pages[0].to });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([start, ...routes]),
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: PageNotFound,
  // Plain query strings, readable in a link: ?state=offline&search=CP-7
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text === '' ? '' : `?${text}`;
  },
});

/** Reads every page beforehand: a console that is open outlives an update of the server, and its absence. */
export async function preloadPages(): Promise<void> {
  for (const { options } of routes) await options.component?.preload?.()?.catch(() => undefined); // it is read again when it is needed
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
