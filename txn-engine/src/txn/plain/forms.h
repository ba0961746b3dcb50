// Plain forms of the set-based and joined statements: what `statements: plain` executes in their place, one statement
// of docs/spec/transactions.md, "Statements" at a time. Each gives the rows of the statement it stands for.
//
// Customer-Position and Security-Detail have theirs beside their statements.
#ifndef QUARTET_TXN_PLAIN_FORMS_H
#define QUARTET_TXN_PLAIN_FORMS_H

#include <memory>

#include "db/session.h"

namespace quartet::plain {

using Rows = std::unique_ptr<db::Result>;

// Market-Feed.
Rows update_prices(const db::PlainCall& call);  // MFs1: MF1 for each symbol
Rows take_requests(const db::PlainCall& call);  // MFs2: MF2 for each entry, MF4 for each request found
Rows submit(const db::PlainCall& call);         // MFs3: MF3 and MF5 for each trade

// Market-Watch (MWs): MW1a, MW1b or MW1c, then MW2, MW3 and MW4 for each symbol.
Rows change_of_watch_list(const db::PlainCall& call);
Rows change_of_holdings(const db::PlainCall& call);
Rows change_of_industry(const db::PlainCall& call);

// Trade-Lookup and Trade-Update.
Rows trades_by_id(const db::PlainCall& call);       // TLs1: TL1 for each trade
Rows settlements(const db::PlainCall& call);        // TLs2: TL2 for each trade
Rows cash_transactions(const db::PlainCall& call);  // TLs3: TL3 for each cash trade; comes right after TLs2
Rows trade_histories(const db::PlainCall& call);    // TLs4: TL4 for each trade
Rows update_executors(const db::PlainCall& call);   // TUs2: TU1 and TU2 for each trade
Rows update_cash_types(const db::PlainCall& call);  // TUs4: TU3 and TU4 for each trade
Rows update_cash_names(const db::PlainCall& call);  // TUs7: TU6 and TU7 for each trade

// Trade-Order (TOs1): TO1, TO2, TO3; TO5a, TO5b or TO6a, TO6b; TO7, TO8, TO9, TO12, TO13; TO10 when the position is on
// the other side.
Rows order_oldest_first(const db::PlainCall& call);
Rows order_newest_first(const db::PlainCall& call);

// Trade-Result.
// TRs1: TR1, TR2, TR3, TR4, TR11, TR12, TR13; TR6 when the position is on the other side.
Rows trade_of_result(const db::PlainCall& call);
Rows insert_lot_history(const db::PlainCall& call);  // TR7 for each lot
Rows delete_lots(const db::PlainCall& call);         // TR8d for each lot
// TRs5: TR10 when there is tax, TR14, TR15, TR17; TR19 for a cash trade.
Rows settle_trade(const db::PlainCall& call);
Rows update_balance(const db::PlainCall& call);  // TR18: TR18, TR20

// Trade-Order (TOs16): TO16; TO17 for a limit order; TO18.
Rows place_order(const db::PlainCall& call);

}  // namespace quartet::plain

#endif  // QUARTET_TXN_PLAIN_FORMS_H
