// Faults: refusals by the server, as it sends them, and those by the page itself. They have one shape from the
// rules to the screen; the sentence is made where it is shown (`i18n/faults.ts`).
import type { BarredCases, FaultView, Illegal } from '../wire/types';
import type { Hex } from '../lib/hex';

/** The server's sentence is for programs; the page does not use it. */
type Unsaid<T> = T extends unknown ? Omit<T, 'message'> : never;

/** What the page refuses by itself. */
export type OwnFault =
  | { code: 'offline' }
  | { code: 'unexpected' }
  /** A game without a server needs it. */
  | { code: 'no_webassembly' }
  /** Its module could not be fetched. */
  | { code: 'module_away' }
  /** A game that this browser has kept cannot be replayed. */
  | { code: 'game_unreadable' }
  /** An error answer without a fault, from something between the server and us. */
  | { code: 'no_answer'; facts: { status: string } }
  /** The path to the hex is barred, not the hex. */
  | { code: `barred_${keyof BarredCases}`; case: string; facts: { hex: Hex } }
  | { code: 'barred_beyond'; facts: { hex: Hex } }
  | { code: 'nobody_reaches_all'; case: '9.23'; facts: { hex: Hex } };

export type ServerFault = Unsaid<FaultView>;
/** In answers to questions, such as a barred step, there is only the refusal. */
export type Fault = ServerFault | Illegal | OwnFault;

export const isIllegal = (fault: Fault): fault is Illegal => 'reason' in fault;

/** Its code; all refusals by the rules have the same. */
export const codeOf = (fault: Fault): Exclude<Fault, Illegal>['code'] | 'illegal' =>
  isIllegal(fault) ? 'illegal' : fault.code;

/** The case of the rules that forbids it. */
export const caseOf = (fault: Fault | null | undefined): string | undefined =>
  fault && 'case' in fault ? fault.case : undefined;
