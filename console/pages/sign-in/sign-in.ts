import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { SignInPage } from './sign-in-page.tsx';

export const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage });
