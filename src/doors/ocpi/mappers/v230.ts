import type { Mapper } from './mapper.ts';
import { v221 } from './v221.ts';

/** Our own model follows 2.3.0: there is nothing to say otherwise. Some write prices as 2.2.1 does, whatever version was agreed. */
export const v230: Mapper = { fromWire: (value) => v221.fromWire(value), toWire: (value) => value };
