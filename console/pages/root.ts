import { createRootRoute } from '@tanstack/react-router';

/** The parent of every page; the shell around them is hung on it in `router.tsx`. */
export const root = createRootRoute();
