// The record of a game as a file.
import * as api from '../../net/api';
import { save } from './picture';

export const saveRecord = async (id: string) => save(await api.record(id), `pgg-${id}.jsonl`, 'application/x-ndjson');
