import * as schemas from 'typed-ocpp/dist/ocpp20/schemas.js';
import { Validator } from '../link/rpc/validator.ts';

/** Of the messages of 2.0.1, some of which come over 1.6 too. */
export const validator201 = new Validator(schemas);
