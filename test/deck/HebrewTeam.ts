import type { TeamSpec } from "./Build.ts"

/** A team whose texts are all Hebrew, but for numbers and a product's name. */
export const hebrewSpec: TeamSpec = {
  name: "צוות שירות הלקוחות",
  color: "#7a3e9d",
  principles: [
    { title: "הלקוח יודע תמיד מה קורה", description: "אנחנו אומרים את האמת גם כשהיא לא נעימה." },
    { title: "פחות טפסים, יותר שיחות", description: "" },
    { title: "כל מספר שייך לאדם אחד", description: "" }
  ],
  objectives: [
    {
      title: "מענה ראשון לכל פנייה בתוך ארבע שעות",
      description: "היום מחכים הלקוחות יום וחצי. רוב הזמן הולך על העברות בין צוותים.",
      status: "at_risk",
      dueDate: "2026-12-20",
      principles: [0, 2],
      groups: ["עכשיו", "אחר כך"],
      initiatives: [
        { title: "ניתוב לפי נושא", status: "active", group: 0 },
        { title: "תורנות ערב", status: "done", group: 0 },
        { title: "מאגר תשובות משותף ב-Zendesk", status: "planned", group: 1 }
      ],
      measures: [
        {
          name: "פניות שנענו בזמן",
          unit: "%",
          start: 30,
          target: 90,
          checkIns: [
            {
              value: 41,
              confidence: 4,
              note: "שני אנשים חולים והתור ארוך מתמיד. צריך החלטה על עובדת זמנית.",
              timestamp: "2026-11-08T08:00:00.000Z",
              actorName: "נועה"
            },
            { value: 44, confidence: 7, note: "", timestamp: "2026-10-12T08:00:00.000Z", actorName: "נועה" },
            { value: 36, confidence: 7, note: "", timestamp: "2026-09-10T08:00:00.000Z", actorName: "נועה" }
          ]
        }
      ]
    },
    {
      title: "שביעות רצון של 9 מתוך 10",
      description: "",
      status: "on_track",
      dueDate: "2027-03-31",
      principles: [0],
      groups: [],
      initiatives: [{ title: "סקר קצר אחרי כל שיחה", status: "done", group: null }],
      measures: [
        {
          name: "ציון ממוצע",
          unit: "נקודות",
          start: 7.2,
          target: 9,
          checkIns: [
            {
              value: 8.1,
              confidence: 8,
              note: "הסקר עובד יפה.",
              timestamp: "2026-11-10T08:00:00.000Z",
              actorName: "דן"
            },
            { value: 7.6, confidence: 7, note: "", timestamp: "2026-10-02T08:00:00.000Z", actorName: "דן" }
          ]
        }
      ]
    },
    {
      title: "ביטול טופס 17 ב-2026",
      description: "",
      status: "achieved",
      dueDate: "2026-10-31",
      principles: [1],
      groups: [],
      initiatives: [],
      measures: []
    },
    {
      title: "תיעוד בעברית פשוטה",
      description: "",
      status: "draft",
      dueDate: null,
      principles: [],
      groups: [],
      initiatives: [],
      measures: []
    }
  ]
}
