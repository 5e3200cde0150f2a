/** White space, default-ignorable characters (U+3164 and U+FFA0 are two of them) and marks show nothing by themselves. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{M}\u2800\u3164\uFFA0]/u

/** Whether a text has a character that people see. */
export const isVisible = (text: string): boolean => visible.test(text)
