import { ChildProcess, ChildProcessSpawner } from "effect/process"

/** Runs Node with these arguments and variables; gives its exit code. Its errors are printed where this process prints. */
export const runNode = (
  args: ReadonlyArray<string>,
  env: Record<string, string | undefined>,
  stdout: "inherit" | "ignore"
) => {
  const command = ChildProcess.make(process.execPath, args, { env, stdin: "ignore", stdout, stderr: "inherit" })
  return ChildProcessSpawner.ChildProcessSpawner.use(({ exitCode }) => exitCode(command))
}
