import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { foreignServer } from './foreign-mcp.ts';

/** A foreign server that is a program: what it is given of the surroundings, it tells; and it can be made to end. */
serveStdio(() =>
  foreignServer([
    {
      name: 'tell_surroundings',
      run: () => Promise.resolve({ content: [{ type: 'text', text: JSON.stringify(process.env) }] }),
    },
    {
      name: 'fall_over',
      run: () => process.exit(1),
    },
  ]),
);
