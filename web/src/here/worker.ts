// A module with a table and the programs, beside the page. The first message is the module, each later one a call.
import { Module } from '../referee/module';

/** A call of the module, by its name there. */
export interface Call {
  n: number;
  name: string;
  message: string;
}
/** What came of it; or what a program tells in the middle of one. */
export type Told = { n: number; answer: string } | { n: number; failed: string } | { watched: string };

let module: Module | null = null;
const tell = (told: Told) => postMessage(told);

addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module | Call>) => {
  if (data instanceof WebAssembly.Module) {
    module = new Module(data, (watched) => tell({ watched }));
    return;
  }
  const { n, name, message } = data;
  try {
    tell({ n, answer: module?.call(name, message) ?? '' });
  } catch (error) {
    tell({ n, failed: String(error) });
  }
});
