-- check: I36
-- class: L
-- title: one owner row per account that matches the owner, at most three rows, known ACL values
SELECT ca_id
FROM customer_account
JOIN customer ON c_id = ca_c_id
LEFT JOIN account_permission ON ap_ca_id = ca_id
GROUP BY ca_id
HAVING count(*) FILTER (
         WHERE ap_acl = '0000' AND ap_tax_id = c_tax_id AND ap_l_name = c_l_name AND ap_f_name = c_f_name
       ) <> 1
    OR count(*) FILTER (WHERE ap_acl = '0000') <> 1
    OR count(ap_ca_id) > 3
    OR count(*) FILTER (WHERE ap_acl = '0001') > 1
    OR count(*) FILTER (WHERE ap_acl = '0011') <> CASE WHEN count(*) = 3 THEN 1 ELSE 0 END
    OR count(*) FILTER (WHERE ap_acl NOT IN ('0000', '0001', '0011')) > 0;
