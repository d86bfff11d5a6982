// The limit: what a bare WebSocket server costs. Prints where it listens, and ends when stdin closes.
import { openLimitDoor } from './limit-door.ts';

const port = await openLimitDoor();
console.log(JSON.stringify({ port }));
process.stdin.resume().on('end', () => process.exit());
